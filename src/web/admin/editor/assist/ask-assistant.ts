import type { PostFields } from '#desk/contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { AssistKind } from './kinds.ts';
import { readEvents } from './read-events.ts';
import { readSuggestion, type Suggestion } from './read-suggestion.ts';
import { assistantText } from './rules-text.ts';

const address = '/functions/v1/generate-content';
/** Longer than the server gives the model: it has the last word, unless it says none. */
const limitMs = 90_000;

/** `error`: the server's own sentence; null where it was not heard. */
export type Asked = { ok: true; value: Suggestion } | { ok: false; error: string | null };

export interface Question {
  kind: AssistKind;
  /** Of the post. */
  locale: Locale;
  fields: Pick<PostFields, 'title' | 'content'>;
  /** Of the person: refusals are worded in it. */
  pageLocale: Locale;
  signal: AbortSignal;
  /** The text so far, where it comes in pieces. */
  onText: (text: string) => void;
}

/** Asks our server. Throws the signal's reason where `signal` ended it; whatever else goes wrong is an answer. */
export async function askAssistant(question: Question): Promise<Asked> {
  const { kind, pageLocale, signal } = question;
  const accept = kind === 'excerpt' ? 'text/event-stream' : 'application/json';
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { accept, 'accept-language': localeTags[pageLocale], 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(question)),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    });
    const isStream = /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '');
    const answer =
      isStream && response.body ? await readStream(response.body, question) : await response.json();
    if (!response.ok) return { ok: false, error: sentenceIn(answer) };
    const value = readSuggestion(kind, answer);
    return value ? { ok: true, value } : { ok: false, error: sentenceIn(answer) };
  } catch (error) {
    signal.throwIfAborted();
    if (isNoAnswer(error)) return { ok: false, error: null };
    throw error;
  }
}

function bodyOf({ kind, locale, fields: { title, content } }: Question): object {
  switch (kind) {
    case 'slug':
      return { type: kind, locale, title };
    case 'excerpt':
      return { type: kind, locale, content: assistantText(content) };
    case 'seo':
    case 'image':
      return { type: kind, locale, title, content: assistantText(content, title) };
  }
}

/** The answer at the end; undefined where the stream ended before. */
async function readStream(body: ReadableStream<Uint8Array>, { onText }: Question): Promise<unknown> {
  let text = '';
  for await (const { event, data } of readEvents(body)) {
    const value: unknown = JSON.parse(data);
    if (event === 'answer') return value;
    if (event === 'piece' && typeof value === 'object' && value !== null && 'text' in value) {
      text += String(value.text);
      onText(text);
    }
  }
  return undefined;
}

function sentenceIn(answer: unknown): string | null {
  const isRefusal = typeof answer === 'object' && answer !== null && 'error' in answer;
  return isRefusal && typeof answer.error === 'string' ? answer.error : null;
}

/** Not reached, too late, cut off, or not what we send: a proxy's page, for one. */
function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof DOMException && ['TimeoutError', 'AbortError', 'NetworkError'].includes(error.name))
  );
}
