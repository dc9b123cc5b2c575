import type { PostFields } from '#desk/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { SuggestionKind } from './kinds.ts';
import { readServerSentEvents } from './read-events.ts';
import { type PostSuggestion, parseSuggestion } from './read-suggestion.ts';
import { truncateForModel } from './rules-text.ts';

const endpoint = '/functions/v1/generate-content';
/** Longer than the server's own limit, so the server normally reports timeouts itself. */
const timeoutMs = 90_000;

/** `error` is the server's message; null if no usable response arrived. */
export type SuggestionResult = { ok: true; value: PostSuggestion } | { ok: false; error: string | null };

export interface SuggestionRequest {
  kind: SuggestionKind;
  /** Language of the post. */
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
    if (event === 'piece' && typeof value === 'object' && value !== null && 'text' in value) {
      text += String(value.text);
      onText(text);
    }
  }
  return undefined;
}

function parseErrorMessage(payload: unknown): string | null {
  const hasError = typeof payload === 'object' && payload !== null && 'error' in payload;
  return hasError && typeof payload.error === 'string' ? payload.error : null;
}

/** No connection, a timeout, a broken stream, or something other than JSON, such as a proxy's page. */
function isRequestFailure(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof DOMException && ['TimeoutError', 'AbortError', 'NetworkError'].includes(error.name))
  );
}
