import type { ModelError } from '../contract.ts';

export interface ProviderAttempt {
  failure: ModelError | null;
  /** False if the provider rejected the call or was unreachable. */
  mayHaveWorked: boolean;
}

export interface ProviderFetchLimits {
  maxBytes: number;
  idleMs: number;
  now: () => number;
}

/** Rejects redirects, because they would get the key. */
export function createProviderFetch(
  attempt: ProviderAttempt,
  { maxBytes, idleMs, now }: ProviderFetchLimits,
): typeof fetch {
  const recordFailure = (failure: ModelError) => {
    attempt.failure ??= failure;
  };
  return async (input, init) => {
    const idle = new AbortController();
    const signals = [idle.signal, ...(init?.signal ? [init.signal] : [])];
    const response = await send(input, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
    if (!response.ok) {
      attempt.mayHaveWorked = false;
      recordFailure(classifyStatus(response.status, readRetryAfter(response.headers, now())));
      await response.body?.cancel();
      throw new Error('the provider responded with an error status');
    }
    if (response.body === null) return response;
    const body = limitBody(response.body, idle);
    return new Response(body, { status: response.status, headers: response.headers });
  };

  async function send(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
    try {
      return await fetch(input, init);
    } catch (cause) {
      if (init.signal?.aborted !== true) {
        attempt.mayHaveWorked = false;
        recordFailure({ code: 'model.unreachable' });
      }
      throw cause;
    }
  }

  function limitBody(body: ReadableStream<Uint8Array>, idle: AbortController): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let bytes = 0;
    return new ReadableStream({
      async pull(controller) {
        const timer = setTimeout(() => {
          recordFailure({ code: 'model.timeout' });
          idle.abort();
        }, idleMs);
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          bytes += value.length;
          if (bytes > maxBytes) {
            recordFailure({ code: 'model.malformed' });
            idle.abort();
            throw new Error('the response is too long');
          }
          controller.enqueue(value);
        } catch (cause) {
          recordFailure({ code: 'model.unreachable' });
          controller.error(cause);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
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
