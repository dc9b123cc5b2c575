import { createStore } from 'zustand';
import {
  applyRenewal,
  type ExtractedMedia,
  type ExtractionProblem,
  type MediaRenewal,
} from '../downloader-state.ts';
import type { ExtractionResponse } from '../extraction/parse-extract-response.ts';

interface FailedEntry {
  phase: 'failed';
  problem: ExtractionProblem;
}

export type LinkQueueEntry =
  | { phase: 'waiting' }
  | { phase: 'extracting' }
  | { phase: 'found'; found: ExtractedMedia }
  | FailedEntry;

export interface LinkQueueState {
  entries: readonly LinkQueueEntry[];
  /** Milliseconds since 1970; null without a rate limit. */
  pausedUntil: number | null;
}

export type LinkQueue = ReturnType<typeof createLinkQueue>;

export interface LinkQueueDeps {
  concurrency: number;
  /** Per link, after rate limits. */
  retryLimit: number;
  extract(link: string, index: number, signal: AbortSignal): Promise<ExtractionResponse>;
  now(): number;
  /** Like setTimeout; returns a function that cancels it. */
  schedule(milliseconds: number, callback: () => void): () => void;
}

/** A post without media has at least its words. */
export const isFailed = (entry: LinkQueueEntry): entry is FailedEntry =>
  entry.phase === 'failed' && !entry.problem.isWordsOnly;

/** Also one that is being read. */
export const isWaiting = ({ phase }: LinkQueueEntry): boolean =>
  phase === 'waiting' || phase === 'extracting';

/** A rate limit pauses the whole queue. If Threads is busy, only that link waits, and the others go on. */
export function createLinkQueue(links: readonly string[], deps: LinkQueueDeps) {
  const { setState, ...store } = createStore<LinkQueueState>(() => ({
    entries: links.map(() => ({ phase: 'waiting' })),
    pausedUntil: null,
  }));
  const { getState } = store;
  let running = 0;
  let controller = new AbortController();
  let cancelTimer: (() => void) | null = null;
  let limitedUntil = 0;
  const retries = links.map(() => ({ count: 0, notBefore: 0 }));

  function set(index: number, progress: LinkQueueEntry): void {
    setState(({ entries }) => ({ entries: entries.with(index, progress) }));
  }

  /** Returns false if it was retried too often. */
  function requeue(index: number, { retryAfterSeconds, isRateLimited }: ExtractionProblem): boolean {
    const retry = retries[index];
    if (!retryAfterSeconds || !retry || retry.count >= deps.retryLimit) return false;
    const until = deps.now() + retryAfterSeconds * 1000;
    retry.count += 1;
    if (isRateLimited) limitedUntil = Math.max(limitedUntil, until);
    else retry.notBefore = until;
    set(index, { phase: 'waiting' });
    return true;
  }

  async function extractLink(index: number): Promise<void> {
    const { signal } = controller;
    running += 1;
    set(index, { phase: 'extracting' });
    const extraction = await deps.extract(links[index] ?? '', index, signal);
    if (signal.aborted) return;
    running -= 1;
    if (extraction.ok) set(index, { phase: 'found', found: extraction.value });
    else if (!requeue(index, extraction.error)) set(index, { phase: 'failed', problem: extraction.error });
    dequeue();
  }

  function dequeue(): void {
    cancelTimer?.();
    cancelTimer = null;
    const now = deps.now();
    const readyAt = (index: number) => Math.max(limitedUntil, retries[index]?.notBefore ?? 0);
    const waiting = getState().entries.flatMap(({ phase }, index) => (phase === 'waiting' ? [index] : []));
    const ready = waiting.filter((index) => readyAt(index) <= now);
    for (const index of ready.slice(0, deps.concurrency - running)) void extractLink(index);
    const resumesAt = waiting.length > 0 && ready.length === 0 ? Math.min(...waiting.map(readyAt)) : null;
    if (resumesAt !== null) cancelTimer = deps.schedule(resumesAt - now, dequeue);
    setState({ pausedUntil: running === 0 || limitedUntil > now ? resumesAt : null });
  }

  function retry(index: number): void {
    if (getState().entries[index]?.phase !== 'failed') return;
    retries[index] = { count: 0, notBefore: 0 };
    set(index, { phase: 'waiting' });
    dequeue();
  }

  return {
    ...store,
    start() {
      if (controller.signal.aborted) controller = new AbortController();
      dequeue();
    },
    retry,
    /** Reads the links again that failed for a reason that may have passed. */
    retryFailed() {
      for (const [index, entry] of getState().entries.entries())
        if (entry.phase === 'failed' && entry.problem.retryAfterSeconds !== undefined) retry(index);
    },
    renew(index: number, renewal: MediaRenewal) {
      const entry = getState().entries[index];
      if (entry?.phase === 'found') set(index, { phase: 'found', found: applyRenewal(entry.found, renewal) });
    },
    expandThread(index: number, found: ExtractedMedia) {
      const phase = getState().entries[index]?.phase;
      // A post with only words counts as failed, until its thread turns out to have media.
      if (phase === 'found' || phase === 'failed') set(index, { phase: 'found', found });
    },
    /** A thread without media. */
    expandWords(index: number, problem: ExtractionProblem) {
      if (getState().entries[index]?.phase === 'failed') set(index, { phase: 'failed', problem });
    },
    stop() {
      controller.abort();
      cancelTimer?.();
      cancelTimer = null;
      running = 0;
      limitedUntil = 0;
      setState(({ entries }) => ({
        pausedUntil: null,
        entries: entries.map((entry) => (entry.phase === 'extracting' ? { phase: 'waiting' } : entry)),
      }));
    },
  };
}
