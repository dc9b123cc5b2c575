import {
  FunctionsClient,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/functions-js';
import type { ExtractResponse } from '#extraction/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { trimAroundLink } from '../link/link-input.ts';
import { type ProofOfWorkClient, pageProofOfWork } from '../verification/proof-of-work.ts';
import { type ExtractionResponse, parseExtractResponse } from './parse-extract-response.ts';

const functionsBase = '/functions/v1';
const functionName = 'extract-threads-media';

function isExtractResponse(data: unknown): data is ExtractResponse {
  return (
    typeof data === 'object' &&
    data !== null &&
    'success' in data &&
    typeof data.success === 'boolean' &&
    (!data.success || ('qualities' in data && Array.isArray(data.qualities)))
  );
}

/** Requests the media of a post. Every failure is returned as a message in the page's language. */
export async function extractMedia(
  t: Translator,
  origin: string,
  link: string,
  signal: AbortSignal,
  {
    proof = pageProofOfWork,
    isThread = false,
  }: { proof?: ProofOfWorkClient | undefined; isThread?: boolean } = {},
): Promise<ExtractionResponse> {
  const client = new FunctionsClient(`${origin}${functionsBase}`, {
    headers: { 'accept-language': localeTags[t.locale] },
  });
  const { data, error } = await client.invoke<unknown>(functionName, {
    body: { url: trimAroundLink(link), ...(isThread && { thread: true }) },
    signal,
  });
  if (error) {
    const text = await clientErrorMessage(t, error);
    const isOffline = error instanceof FunctionsFetchError;
    const limitSeconds = parseRetryAfter(error);
    return {
      ok: false,
      error: {
        text,
        post: null,
        ...(isOffline && { advice: t('function.offline'), retryAfterSeconds: 0 }),
        ...(limitSeconds !== null && { retryAfterSeconds: limitSeconds, isRateLimited: true }),
      },
    };
  }
  if (!isExtractResponse(data)) {
    return { ok: false, error: { text: extractionErrorMessage(t, t('function.answer')), post: null } };
  }
  if (data.success) proof.setChallenge(data.proof);
  return parseExtractResponse(t, data.success ? data : { ...data, qualities: [] }, link);
}

/** Seconds; null unless the error is a 429 or 503 with Retry-After. */
function parseRetryAfter(error: unknown): number | null {
  if (!(error instanceof FunctionsHttpError) || !(error.context instanceof Response)) return null;
  const { status, headers } = error.context;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return (status === 429 || status === 503) && seconds > 0 ? seconds : null;
}

function extractionErrorMessage(t: Translator, message: string): string {
  return t('extraction.failed', { message });
}

async function clientErrorMessage(t: Translator, error: unknown): Promise<string> {
  if (error instanceof FunctionsFetchError) return extractionErrorMessage(t, t('function.fetch'));
  if (error instanceof FunctionsRelayError) return extractionErrorMessage(t, t('function.relay'));
  if (error instanceof FunctionsHttpError) {
    return (await serverErrorMessage(error.context)) ?? extractionErrorMessage(t, t('function.http'));
  }
  return extractionErrorMessage(t, t('function.answer'));
}

async function serverErrorMessage(response: unknown): Promise<string | null> {
  if (!(response instanceof Response)) return null;
  // Invalid JSON has no message; the caller falls back to a generic one.
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null;
}
