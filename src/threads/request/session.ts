import type { PageRequest, PageResponse, RequestProfile, ThreadsReaderOptions } from '../contract.ts';
import type { Outcome } from './outcome.ts';

export interface ReaderLimits {
  totalMs: number;
  pageMs: number;
  dataMs: number;
  /** Limits for decoded bodies. Real pages are under 1 MB (June 2026). */
  pageBytes: number;
  dataBytes: number;
}

export interface FetchedPage {
  text: string;
  cookies: string[];
  profile: RequestProfile;
}

export type SessionResponse = { ok: true; value: PageResponse } | { ok: false; outcome: Outcome };

export interface RequestSession extends AsyncDisposable {
  readonly options: ThreadsReaderOptions;
  readonly limits: ReaderLimits;
  readonly fetchedPages: FetchedPage[];
  isExpired(): boolean;
  request(request: Omit<PageRequest, 'signal'>): Promise<SessionResponse>;
}

export function openRequestSession(
  options: ThreadsReaderOptions,
  limits: ReaderLimits,
  totalMs: number,
): RequestSession {
  const controller = new AbortController();
  const endsAt = options.now() + totalMs;
  const timer = setTimeout(() => controller.abort(), Math.max(0, totalMs));
  return {
    options,
    limits,
    fetchedPages: [],
    isExpired: () => controller.signal.aborted || options.now() >= endsAt,
    async request(request) {
      const timeoutMs = Math.min(request.timeoutMs, endsAt - options.now());
      if (controller.signal.aborted || timeoutMs <= 0) return { ok: false, outcome: { kind: 'timeout' } };
      const fetched = options.fetch({ ...request, timeoutMs, signal: controller.signal });
      const result = await Promise.race([fetched, whenAborted(controller.signal)]);
      if (result === 'aborted') return { ok: false, outcome: { kind: 'timeout' } };
      return result.ok ? result : { ok: false, outcome: failureOutcome(result.error) };
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted'), { once: true }));
}

function failureOutcome(failure: { code: string; cause?: unknown }): Outcome {
  const cause = new Error(`request failed: ${failure.code}`, { cause: failure.cause });
  if (failure.code === 'timeout') return { kind: 'timeout', cause };
  if (failure.code === 'too_large') return { kind: 'unrecognized', cause };
  return { kind: 'unreachable', cause };
}
