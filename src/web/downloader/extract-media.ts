import {
  FunctionsClient,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/functions-js';
import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translate.ts';
import type { ExtractAnswer } from '#media/contract.ts';
import { aroundLink } from './check-link.ts';
import { type ProofKeeper, pageProof } from './proof-keeper.ts';
import { type Extraction, readAnswer } from './read-answer.ts';

const functionsBase = '/functions/v1';
const functionName = 'extract-threads-media';

function isExtractAnswer(data: unknown): data is ExtractAnswer {
  return (
    typeof data === 'object' &&
    data !== null &&
    'success' in data &&
    typeof data.success === 'boolean' &&
    (!data.success || ('qualities' in data && Array.isArray(data.qualities)))
  );
}

/** Asks our server for the media of a post. Every failure comes back as a sentence in the page's language. */
export async function extractMedia(
  t: Translator,
  origin: string,
  link: string,
  signal: AbortSignal,
  { proof = pageProof, isThread = false }: { proof?: ProofKeeper | undefined; isThread?: boolean } = {},
): Promise<Extraction> {
  const client = new FunctionsClient(`${origin}${functionsBase}`, {
    headers: { 'accept-language': localeTags[t.locale] },
  });
  const { data, error } = await client.invoke<unknown>(functionName, {
    body: { url: aroundLink(link), ...(isThread && { thread: true }) },
    signal,
  });
  if (error) {
    const text = await wordClientError(t, error);
    const advice = error instanceof FunctionsFetchError ? { advice: t('function.offline') } : {};
    const wait = waitOf(error);
    return { ok: false, error: { text, ...advice, postUrl: null }, ...(wait && { waitSeconds: wait }) };
  }
  if (!isExtractAnswer(data)) {
    return { ok: false, error: { text: wordFailure(t, t('function.answer')), postUrl: null } };
  }
  if (data.success) proof.take(data.proof);
  return readAnswer(t, data.success ? data : { ...data, qualities: [] });
}

/** How long a refusal asks to wait; null where it is not one for now. */
function waitOf(error: unknown): number | null {
  if (!(error instanceof FunctionsHttpError) || !(error.context instanceof Response)) return null;
  const { status, headers } = error.context;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return (status === 429 || status === 503) && seconds > 0 ? seconds : null;
}

function wordFailure(t: Translator, message: string): string {
  return t('extraction.failed', { message });
}

async function wordClientError(t: Translator, error: unknown): Promise<string> {
  if (error instanceof FunctionsFetchError) return wordFailure(t, t('function.fetch'));
  if (error instanceof FunctionsRelayError) return wordFailure(t, t('function.relay'));
  if (error instanceof FunctionsHttpError) {
    return (await serverSentence(error.context)) ?? wordFailure(t, t('function.http'));
  }
  return wordFailure(t, t('function.answer'));
}

/** The sentence a refusal carries, such as how long to wait; null where its body is not ours. */
async function serverSentence(response: unknown): Promise<string | null> {
  if (!(response instanceof Response)) return null;
  // A body that is no JSON, or breaks off, has no sentence for the visitor; the failure has one without it.
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null;
}
