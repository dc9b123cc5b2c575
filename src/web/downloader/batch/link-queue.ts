import { createStore } from 'zustand';
import type { ExtractionResponse } from '../extraction/parse-extract-response.ts';
import {
  type ExtractionProblem,
  extractingPost,
  type FailedPost,
  type PostEvent,
  type PostState,
  updatePost,
  waitingPost,
} from '../post-state.ts';

export interface LinkQueueState {
  /** In the order of the links. */
  posts: readonly PostState[];
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
export const isFailed = (post: PostState): post is FailedPost =>
  post.phase === 'failed' && !post.problem.isWordsOnly;

/** Also one that is being read. */
export const isWaiting = ({ phase }: PostState): boolean => phase === 'waiting' || phase === 'extracting';

/** A rate limit pauses the whole queue. If Threads is busy, only that link waits, and the others go on. */
export function createLinkQueue(links: readonly string[], deps: LinkQueueDeps) {
  const { setState, ...store } = createStore<LinkQueueState>(() => ({
    posts: links.map(() => waitingPost),
    pausedUntil: null,
  }));
  const { getState } = store;
  let running = 0;
  let controller = new AbortController();
  let cancelTimer: (() => void) | null = null;
  let limitedUntil = 0;
  const retries = links.map(() => ({ count: 0, notBefore: 0 }));

  function set(index: number, post: PostState): void {
    setState(({ posts }) => ({ posts: posts.with(index, post) }));
  }

  function update(index: number, event: PostEvent): void {
    const post = getState().posts[index];
    if (post) set(index, updatePost(post, event));
  }

  /** Returns false if it was retried too often. */
  function requeue(index: number, { retryAfterSeconds, isRateLimited }: ExtractionProblem): boolean {
    const retry = retries[index];
    if (!retryAfterSeconds || !retry || retry.count >= deps.retryLimit) return false;
    const until = deps.now() + retryAfterSeconds * 1000;
    retry.count += 1;
    if (isRateLimited) limitedUntil = Math.max(limitedUntil, until);
    else retry.notBefore = until;
    set(index, waitingPost);
    return true;
  }

  async function extractLink(index: number): Promise<void> {
    const { signal } = controller;
    running += 1;
    set(index, extractingPost);
    const extraction = await deps.extract(links[index] ?? '', index, signal);
    if (signal.aborted) return;
    running -= 1;
    if (extraction.ok) update(index, { type: 'found', found: extraction.value });
    else if (!requeue(index, extraction.error)) update(index, { type: 'failed', problem: extraction.error });
    dequeue();
  }

  function dequeue(): void {
    cancelTimer?.();
    cancelTimer = null;
    const now = deps.now();
    const readyAt = (index: number) => Math.max(limitedUntil, retries[index]?.notBefore ?? 0);
    const waiting = getState().posts.flatMap(({ phase }, index) => (phase === 'waiting' ? [index] : []));
    const ready = waiting.filter((index) => readyAt(index) <= now);
    for (const index of ready.slice(0, deps.concurrency - running)) void extractLink(index);
    const resumesAt = waiting.length > 0 && ready.length === 0 ? Math.min(...waiting.map(readyAt)) : null;
    if (resumesAt !== null) cancelTimer = deps.schedule(resumesAt - now, dequeue);
    setState({ pausedUntil: running === 0 || limitedUntil > now ? resumesAt : null });
  }

  function retry(index: number): void {
    if (getState().posts[index]?.phase !== 'failed') return;
    retries[index] = { count: 0, notBefore: 0 };
    set(index, waitingPost);
    dequeue();
  }

  return {
    ...store,
    start() {
      if (controller.signal.aborted) controller = new AbortController();
      dequeue();
    },
    update,
    retry,
    /** Reads the links again that failed for a reason that may have passed. */
    retryFailed() {
      for (const [index, { problem }] of getState().posts.entries())
        if (problem?.retryAfterSeconds !== undefined) retry(index);
    },
    stop() {
      controller.abort();
      cancelTimer?.();
      cancelTimer = null;
      running = 0;
      limitedUntil = 0;
      setState(({ posts }) => ({
        pausedUntil: null,
        posts: posts.map((post) => (post.phase === 'extracting' ? waitingPost : post)),
      }));
    },
  };
}
