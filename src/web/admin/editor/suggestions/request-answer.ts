import { type Locale, localeTags } from '#i18n/locales.ts';
import { readServerSentEvents } from '../../../browser/server-sent-events.ts';

/** Longer than the server's own limit, so the server normally reports timeouts itself. */
const timeoutMs = 90_000;

export interface AnswerOptions {
  /** Language of the page; the server writes its error messages in it. */
  pageLocale: Locale;
  signal: AbortSignal;
  /** Receives the text so far while it streams. */
  onText(text: string): void;
}

/**
 * Posts `body`. The payload is the JSON of the response or of the event `answer` of a stream; undefined if no usable
 * response arrived, or the stream ended early. Throws `signal.reason` on abort.
 */
export async function requestAnswer(
  endpoint: string,
  accept: 'application/json' | 'text/event-stream',
  body: object,
  { pageLocale, signal, onText }: AnswerOptions,
): Promise<{ ok: boolean; payload: unknown }> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { accept, 'accept-language': localeTags[pageLocale], 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const isStream = /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '');
    const payload =
      isStream && response.body ? await readAnswer(response.body, onText) : await response.json();
    return { ok: response.ok, payload };
  } catch (error) {
    signal.throwIfAborted();
    // No connection, a timeout, a broken stream, or something other than JSON, such as a proxy's page.
    const isRequestFailure =
      error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException;
    if (isRequestFailure) return { ok: false, payload: undefined };
    throw error;
  }
}

async function readAnswer(
  body: ReadableStream<Uint8Array>,
  onText: AnswerOptions['onText'],
): Promise<unknown> {
  let text = '';
  for await (const { event, data } of readServerSentEvents(body)) {
    const value = JSON.parse(data);
    if (event === 'answer') return value;
    if (event !== 'piece') continue;
    text += String(value?.text ?? '');
    onText(text);
  }
  return undefined;
}

/** The server's message; null if it sent none. */
export function parseErrorMessage(payload: unknown): string | null {
  const { error } = (payload ?? {}) as { error?: unknown };
  return typeof error === 'string' ? error : null;
}
