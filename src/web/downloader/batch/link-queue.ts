import { createStore, type StoreApi } from 'zustand';
import {
  applyRenewal,
  type ExtractedMedia,
  type ExtractionProblem,
  type MediaRenewal,
} from '../downloader-state.ts';
import type { ExtractionResponse } from '../extraction/parse-extract-response.ts';

export type LinkQueueEntry =
  | { phase: 'waiting' }
  | { phase: 'extracting' }
  | { phase: 'found'; found: ExtractedMedia }
  | { phase: 'failed'; problem: ExtractionProblem };

export interface LinkQueueState {
  entries: readonly LinkQueueEntry[];
  /** Milliseconds since 1970; null without a rate limit. */
  pausedUntil: number | null;
}

export interface LinkQueue extends Omit<StoreApi<LinkQueueState>, 'setState'> {
  start(): void;
  retry(index: number): void;
  renew(index: number, renewal: MediaRenewal): void;
  expandThread(index: number, found: ExtractedMedia): void;
  stop(): void;
}

export interface LinkQueueDeps {
  concurrency: number;
  /** Per link, after rate limits. */
  retryLimit: number;
  extract(link: string, index: number, signal: AbortSignal): Promise<ExtractionResponse>;
  now(): number;
  /** Like setTimeout; returns a function that cancels it. */
  schedule(milliseconds: number, callback: () => void): () => void;
}

/** A rate limit pauses the whole queue for its wait time and requeues its link. */
export function createLinkQueue(links: readonly string[], deps: LinkQueueDeps): LinkQueue {
  const store = createStore<LinkQueueState>(() => ({
    entries: links.map(() => ({ phase: 'waiting' })),
    pausedUntil: null,
  }));
  const { getState, setState } = store;
  let running = 0;
  let controller = new AbortController();
  let cancelTimer: (() => void) | null = null;
  const retryCounts = links.map(() => 0);

  function set(index: number, progress: LinkQueueEntry): void {
    setState(({ entries }) => ({ entries: entries.with(index, progress) }));
  }

  function pause(seconds: number): void {
    const until = Math.max(getState().pausedUntil ?? 0, deps.now() + seconds * 1000);
    cancelTimer?.();
    cancelTimer = deps.schedule(until - deps.now(), () => {
      cancelTimer = null;
      setState({ pausedUntil: null });
      dequeue();
    });
    setState({ pausedUntil: until });
  }

  async function extractLink(index: number): Promise<void> {
    const { signal } = controller;
    running += 1;
    set(index, { phase: 'extracting' });
    const extraction = await deps.extract(links[index] ?? '', index, signal);
    if (signal.aborted) return;
    running -= 1;
    if (extraction.ok) set(index, { phase: 'found', found: extraction.value });
    else if (extraction.waitSeconds !== undefined && (retryCounts[index] ?? 0) < deps.retryLimit) {
      retryCounts[index] = (retryCounts[index] ?? 0) + 1;
      set(index, { phase: 'waiting' });
      pause(extraction.waitSeconds);
    } else set(index, { phase: 'failed', problem: extraction.error });
    dequeue();
  }

  function dequeue(): void {
    while (getState().pausedUntil === null && running < deps.concurrency) {
      const next = getState().entries.findIndex(({ phase }) => phase === 'waiting');
      if (next < 0) return;
      void extractLink(next);
    }
  }

  return {
    ...store,
    start() {
      if (controller.signal.aborted) controller = new AbortController();
      dequeue();
    },
    retry(index) {
      if (getState().entries[index]?.phase !== 'failed') return;
      retryCounts[index] = 0;
      set(index, { phase: 'waiting' });
      dequeue();
    },
    renew(index, renewal) {
      const entry = getState().entries[index];
      if (entry?.phase === 'found') set(index, { phase: 'found', found: applyRenewal(entry.found, renewal) });
    },
    expandThread(index, found) {
      if (getState().entries[index]?.phase === 'found') set(index, { phase: 'found', found });
    },
    stop() {
      controller.abort();
      cancelTimer?.();
      cancelTimer = null;
      running = 0;
      setState(({ entries }) => ({
        pausedUntil: null,
        entries: entries.map((entry) => (entry.phase === 'extracting' ? { phase: 'waiting' } : entry)),
      }));
    },
  };
}
