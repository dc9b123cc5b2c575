import type { PageRequest, PageResponse, RequestProfile, ThreadsReaderOptions } from './contract.ts';
import type { Outcome } from './outcome.ts';

export interface ReaderLimits {
  /** Milliseconds for one extraction, for a page, for anything smaller. */
  totalMs: number;
  pageMs: number;
  dataMs: number;
  /** Decoded bytes of a page and of a data answer. Real pages are under 1 MB (June 2026). */
  pageBytes: number;
  dataBytes: number;
}

/** A page that was read during a visit and may hold tokens or tags for another way. */
export interface SeenPage {
  text: string;
  cookies: string[];
  profile: RequestProfile;
}

export type Answer = { ok: true; value: PageResponse } | { ok: false; outcome: Outcome };

/** One anonymous visit to Threads: its time limit, and what it has seen so far. */
export interface Visit extends AsyncDisposable {
  readonly options: ThreadsReaderOptions;
  readonly limits: ReaderLimits;
  readonly pages: SeenPage[];
  /** Whether there is no time left. */
  isOver(): boolean;
  /** One request, one answer; redirects are not followed. */
  ask(request: Omit<PageRequest, 'signal'>): Promise<Answer>;
}

export function openVisit(options: ThreadsReaderOptions, limits: ReaderLimits, totalMs: number): Visit {
  const ended = new AbortController();
  const endsAt = options.now() + totalMs;
  const timer = setTimeout(() => ended.abort(), Math.max(0, totalMs));
  return {
    options,
    limits,
    pages: [],
    isOver: () => ended.signal.aborted || options.now() >= endsAt,
    async ask(request) {
      const timeoutMs = Math.min(request.timeoutMs, endsAt - options.now());
      if (ended.signal.aborted || timeoutMs <= 0) return { ok: false, outcome: { kind: 'timeout' } };
      const fetched = options.fetch({ ...request, timeoutMs, signal: ended.signal });
      const result = await Promise.race([fetched, whenAborted(ended.signal)]);
      if (result === 'ended') return { ok: false, outcome: { kind: 'timeout' } };
      return result.ok ? result : { ok: false, outcome: describeFailure(result.error) };
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      ended.abort();
    },
  };
}

function whenAborted(signal: AbortSignal): Promise<'ended'> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve('ended'), { once: true }));
}

function describeFailure(failure: { code: string; cause?: unknown }): Outcome {
  const cause = new Error(`request failed: ${failure.code}`, { cause: failure.cause });
  if (failure.code === 'timeout') return { kind: 'timeout', cause };
  if (failure.code === 'too_large') return { kind: 'unrecognised', cause };
  return { kind: 'unreachable', cause };
}
