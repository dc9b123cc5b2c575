import { ReadableStream } from 'node:stream/web';
import type { ModelError } from './contract.ts';

export interface ProviderAttempt {
  failure: ModelError | null;
  /** It may have cost tokens: the provider accepted it, or was still working on it. */
  isChargeable: boolean;
  mayRetry: boolean;
}

interface ProviderFetchLimits {
  maxBytes: number;
  idleMs: number;
  now: () => number;
}

/** Rejects redirects, because they would get the key. */
export function createProviderFetch(
  attempt: ProviderAttempt,
  { maxBytes, idleMs, now }: ProviderFetchLimits,
): typeof fetch {
  return async (input, init) => {
    const idle = new AbortController();
    const signal = AbortSignal.any([idle.signal, ...(init?.signal ? [init.signal] : [])]);
    const response = await fetch(input, { ...init, redirect: 'error', signal }).catch((cause: unknown) => {
      if (!signal.aborted) throw toError({ code: 'model.unreachable' });
      attempt.isChargeable = true;
      throw cause;
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw toError(classifyStatus(response.status, readRetryAfter(response.headers, now())));
    }
    attempt.isChargeable = true;
    if (response.body === null) return response;
    const body = ReadableStream.from(limitBody(response.body, idle, init?.signal)) as BodyInit;
    return new Response(body, { status: response.status, headers: response.headers });
  };

  function toError(failure: ModelError): Error {
    attempt.failure = failure;
    return new Error(failure.code);
  }

  async function* limitBody(
    body: AsyncIterable<Uint8Array>,
    idle: AbortController,
    callerSignal: AbortSignal | null | undefined,
  ) {
    const timer = setTimeout(() => idle.abort(), idleMs);
    let bytes = 0;
    try {
      for await (const chunk of body) {
        timer.refresh();
        bytes += chunk.length;
        if (bytes > maxBytes) break;
        yield chunk;
      }
    } catch (cause) {
      if (callerSignal?.aborted) throw cause;
      throw toError({ code: idle.signal.aborted ? 'model.timeout' : 'model.unreachable' });
    } finally {
      clearTimeout(timer);
    }
    if (bytes > maxBytes) throw toError({ code: 'model.malformed' });
  }
}

function classifyStatus(status: number, retryAfterSeconds: number | null): ModelError {
  const details = { status, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  if ([429, 503, 529].includes(status)) return { code: 'model.busy', ...details };
  if (status >= 500 || status === 408) return { code: 'model.unreachable', ...details };
  return { code: 'model.refused', ...details };
}

/** In seconds. A date is relative to the provider's clock, if it sends one. */
function readRetryAfter(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const retryAt = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(retryAt)) return null;
  const serverDate = Date.parse(headers.get('date') ?? '');
  return Math.max(0, Math.ceil((retryAt - (Number.isNaN(serverDate) ? now : serverDate)) / 1000));
}
