import type { SuggestionErrorCode } from '#ai/contract.ts';
import type { PostFields } from '#blog/editing-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { parseJsonOrNull } from '../../../browser/parse-json.ts';
import { readServerSentEvents } from '../../../browser/server-sent-events.ts';
import { truncateForModel } from './plain-text.ts';
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
  const keywords = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return keywords.flatMap((keyword) => parseText(keyword) ?? []);
}

function parseText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const endpoint = '/functions/v1/generate-content';
/** Longer than the server's own limit, so the server normally reports timeouts itself. */
const timeoutMs = 90_000;

/** `error` is the server's message; null if no usable response arrived. */
export type SuggestionResult = { ok: true; value: PostSuggestion } | { ok: false; error: string | null };

interface SuggestionRequest {
  kind: SuggestionKind;
  locale: Locale;
  fields: Pick<PostFields, 'title' | 'content'>;
  /** Language of the page; the server writes its error messages in it. */
  pageLocale: Locale;
  signal: AbortSignal;
  /** Receives the text so far while it streams. */
  onText: (text: string) => void;
}

/** Throws `signal.reason` on abort. Network errors and unreadable responses become results. */
export async function requestSuggestion(request: SuggestionRequest): Promise<SuggestionResult> {
  const { kind, pageLocale, signal } = request;
  const accept = kind === 'excerpt' ? 'text/event-stream' : 'application/json';
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { accept, 'accept-language': localeTags[pageLocale], 'content-type': 'application/json' },
      body: JSON.stringify(toRequestBody(request)),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const isStream = /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '');
    const payload =
      isStream && response.body ? await readStream(response.body, request) : await response.json();
    if (!response.ok) return { ok: false, error: parseErrorMessage(payload) };
    const value = parseSuggestion(kind, payload);
    return value ? { ok: true, value } : { ok: false, error: parseErrorMessage(payload) };
  } catch (error) {
    signal.throwIfAborted();
    if (isRequestFailure(error)) return { ok: false, error: null };
    throw error;
  }
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

/** Returns the data of the `answer` event; undefined if the stream ended before it. */
async function readStream(body: ReadableStream<Uint8Array>, { onText }: SuggestionRequest): Promise<unknown> {
  let text = '';
  for await (const { event, data } of readServerSentEvents(body)) {
    const value: unknown = JSON.parse(data);
    if (event === 'answer') return value;
    if (event === 'piece' && isRecord(value)) {
      text += String(value.text);
      onText(text);
    }
  }
  return undefined;
}

function parseErrorMessage(payload: unknown): string | null {
  return isRecord(payload) && typeof payload.error === 'string' ? payload.error : null;
}

/** No connection, a timeout, a broken stream, or something other than JSON, such as a proxy's page. */
function isRequestFailure(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof DOMException && ['TimeoutError', 'AbortError', 'NetworkError'].includes(error.name))
  );
}
