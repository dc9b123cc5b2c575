import type { SuggestionErrorCode } from '#assistant/contract.ts';
import { parseJsonOrNull } from '../../parse-json.ts';
import type { PostFieldsPatch, SuggestionKind } from './kinds.ts';
import { isFallbackReason } from './reasons.ts';

export interface PostSuggestion {
  patch: PostFieldsPatch;
  /** Why the server used a fallback; null if a model responded. */
  code: SuggestionErrorCode | null;
  /** The image prompt, which the server may send when it has no image. */
  prompt: string | null;
}

/** Parses a response of `generate-content`; null if it is unusable. */
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
    case 'slug': {
      const slug = parseText(data.slug);
      return slug === null ? null : { slug };
    }
    case 'excerpt': {
      const excerpt = parseText(data.excerpt);
      return excerpt === null ? null : { excerpt };
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
  const keywords = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return keywords.flatMap((keyword) => parseText(keyword) ?? []);
}

function parseText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
