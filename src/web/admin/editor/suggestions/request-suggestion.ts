import type { SuggestionErrorCode } from '#ai/contract.ts';
import type { PostFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { parseJsonOrNull } from '../../../browser/parse-json.ts';
import { keywordSeparator } from '../post-form-values.ts';
import { truncateForModel } from './plain-text.ts';
import { type AnswerOptions, parseErrorMessage, requestAnswer } from './request-answer.ts';
import { isFallbackReason, type PostFieldsPatch, type SuggestionKind } from './suggestion-messages.ts';

interface PostSuggestion {
  patch: PostFieldsPatch;
  /** Why the server used a fallback; null if a model responded. */
  code: SuggestionErrorCode | null;
  /** The image prompt, which the server may send when it has no image. */
  prompt: string | null;
}

export function parseSuggestion(kind: SuggestionKind, payload: unknown): PostSuggestion | null {
  const data = typeof payload === 'string' ? parseJsonOrNull(payload) : payload;
  if (!isRecord(data) || data.success === false) return null;
  const patch = toPatch(kind, data);
  if (patch === null) return null;
  const code = data.fallback === true ? (isFallbackReason(data.code) ? data.code : 'model.malformed') : null;
  return { patch, code, prompt: parseText(data.prompt) };
}

function toPatch(kind: SuggestionKind, data: Record<string, unknown>): PostFieldsPatch | null {
  switch (kind) {
    case 'slug':
    case 'excerpt': {
      const text = parseText(data[kind]);
      return text === null ? null : { [kind]: text };
    }
    case 'seo': {
      const seo_title = parseText(data.seoTitle ?? data.title);
      const seo_description = parseText(data.seoDescription ?? data.description);
      if (seo_title === null || seo_description === null) return null;
      return { seo_title, seo_description, seo_keywords: toKeywords(data.seoKeywords ?? data.keywords) };
    }
    case 'image': {
      const url = parseText(data.imageUrl);
      return url !== null && /^(?:\/(?!\/)|https?:\/\/)/i.test(url) ? { featured_image_url: url } : {};
    }
  }
}

function toKeywords(value: unknown): string[] {
  const keywords =
    typeof value === 'string' ? value.split(keywordSeparator) : Array.isArray(value) ? value : [];
  return keywords.flatMap((keyword) => parseText(keyword) ?? []);
}

function parseText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `error` is the server's message; null if no usable response arrived. */
export type SuggestionResult = { ok: true; value: PostSuggestion } | { ok: false; error: string | null };

interface SuggestionRequest {
  kind: SuggestionKind;
  locale: Locale;
  fields: Pick<PostFields, 'title' | 'content'>;
}

/** Throws `signal.reason` on abort. Network errors and unreadable responses become results. */
export async function requestSuggestion(
  request: SuggestionRequest,
  options: AnswerOptions,
): Promise<SuggestionResult> {
  const { kind } = request;
  const accept = kind === 'excerpt' ? 'text/event-stream' : 'application/json';
  const body = toRequestBody(request);
  const { ok, payload } = await requestAnswer('/functions/v1/generate-content', accept, body, options);
  const value = ok ? parseSuggestion(kind, payload) : null;
  return value ? { ok: true, value } : { ok: false, error: parseErrorMessage(payload) };
}

function toRequestBody({ kind, locale, fields: { title, content } }: SuggestionRequest): object {
  switch (kind) {
    case 'slug':
      return { type: kind, locale, title };
    case 'excerpt':
      return { type: kind, locale, content: truncateForModel(content) };
    case 'seo':
    case 'image':
      return { type: kind, locale, title, content: truncateForModel(content, title) };
  }
}
