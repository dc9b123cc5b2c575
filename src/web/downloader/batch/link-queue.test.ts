import { expect, test } from 'vitest';
import type { ExtractionResponse } from '../extraction/parse-extract-response.ts';
import { type ExtractionProblem, extractingPost, updatePost } from '../post-state.ts';
import { createLinkQueue, isFailed } from './link-queue.ts';

const found: ExtractionResponse = { ok: true, value: { qualities: [], post: null } };
const problem = (text: string) => ({ text, post: null });
const failed: ExtractionResponse = { ok: false, error: problem('Gone.') };
const limited = (waitSeconds: number): ExtractionResponse => ({
  ok: false,
  error: { ...problem('Limit.'), retryAfterSeconds: waitSeconds, isRateLimited: true },
});
const busy = (waitSeconds: number): ExtractionResponse => ({
  ok: false,
  error: { ...problem('Busy.'), retryAfterSeconds: waitSeconds },
});

/** A queue with manual responses and a fake clock. */
function openQueue(count: number, retryLimit = 3) {
  const links = Array.from({ length: count }, (_, index) => `link ${index}`);
  const pending = new Map<
    number,
    { respond: (extraction: ExtractionResponse) => Promise<void>; signal: AbortSignal }
  >();
  const requestOrder: number[] = [];
  let now = 1_000;
  let timer: { at: number; callback: () => void } | null = null;
  const queue = createLinkQueue(links, {
    concurrency: 2,
    retryLimit,
    now: () => now,
    schedule(milliseconds, callback) {
      const scheduled = { at: now + milliseconds, callback };
      timer = scheduled;
      return () => {
        if (timer === scheduled) timer = null;
      };
    },
    extract(link, index, signal) {
      expect(link).toBe(links[index]);
      requestOrder.push(index);
      const { promise, resolve } = Promise.withResolvers<ExtractionResponse>();
      const respond = async (extraction: ExtractionResponse) => {
        pending.delete(index);
        resolve(extraction);
        await promise;
      };
      pending.set(index, { respond, signal });
      return promise;
    },
  });
  return {
    queue,
    requestOrder,
    pending,
    phases: () =>
      queue
        .getState()
        .posts.map(({ phase }) => phase[0])
        .join(''),
    respond: async (index: number, extraction: ExtractionResponse) => {
      await pending.get(index)?.respond(extraction);
      // The queue continues one microtask after the response.
      await Promise.resolve();
    },
    goTo(time: number) {
      now = time;
      const due = timer;
      if (!due || due.at > now) return;
      timer = null;
      due.callback();
    },
    hasTimer: () => timer !== null,
  };
}

test('two links are extracted at once, and the next starts when one is done', async () => {
  const { queue, respond, phases, requestOrder } = openQueue(4);
  expect(phases()).toBe('wwww');
  queue.start();
  expect(phases()).toBe('eeww');
  await respond(1, found);
  expect(phases()).toBe('efew');
  await respond(0, found);
  await respond(2, found);
  await respond(3, found);
  expect(phases()).toBe('ffff');
  expect(requestOrder).toEqual([0, 1, 2, 3]);
});

test('a failed link does not stop the others, keeps its message and can be retried', async () => {
  const { queue, respond, phases } = openQueue(3);
  queue.start();
  await respond(0, failed);
  await respond(1, found);
  await respond(2, found);
  expect(queue.getState().posts[0]).toMatchObject({ phase: 'failed', problem: problem('Gone.') });
  expect(phases()).toBe('fff');
  queue.retry(0);
  expect(phases()).toBe('eff');
  queue.retry(1);
  await respond(0, found);
  expect(queue.getState().posts.map(({ phase }) => phase)).toEqual(['found', 'found', 'found']);
});

test('a rate limit pauses the queue, and its link is retried afterwards', async () => {
  const { queue, respond, phases, requestOrder, goTo, hasTimer } = openQueue(4);
  queue.start();
  await respond(0, limited(30));
  expect(queue.getState().pausedUntil).toBe(31_000);
  await respond(1, found);
  expect(phases()).toBe('wfww');
  goTo(30_999);
  expect(phases()).toBe('wfww');
  goTo(31_000);
  expect(queue.getState().pausedUntil).toBe(null);
  expect(phases()).toBe('efew');
  expect(requestOrder).toEqual([0, 1, 0, 2]);
  expect(hasTimer()).toBe(false);
});

test('the longer of two rate limits applies', async () => {
  const { queue, respond, goTo, phases } = openQueue(2);
  queue.start();
  await respond(0, limited(30));
  await respond(1, limited(5));
  expect(queue.getState().pausedUntil).toBe(31_000);
  goTo(31_000);
  expect(phases()).toBe('ee');
});

test('a link that is rate limited too often fails, and the others continue', async () => {
  const { queue, respond, goTo, phases } = openQueue(2, 2);
  queue.start();
  await respond(1, found);
  for (const time of [2_000, 3_000]) {
    await respond(0, limited(1));
    goTo(time);
  }
  await respond(0, limited(1));
  expect(queue.getState().posts[0]).toMatchObject({
    phase: 'failed',
    problem: { ...problem('Limit.'), retryAfterSeconds: 1, isRateLimited: true },
  });
  expect(queue.getState().pausedUntil).toBe(null);
  expect(phases()).toBe('ff');
});

test('a link that Threads is too busy for waits alone, until nothing else is left', async () => {
  const { queue, respond, phases, requestOrder, goTo, hasTimer } = openQueue(4);
  queue.start();
  await respond(0, busy(30));
  expect(phases()).toBe('weew');
  expect(queue.getState().pausedUntil).toBeNull();
  goTo(5_000);
  await respond(1, found);
  await respond(2, failed);
  expect(phases()).toBe('wffe');
  await respond(3, found);
  expect(queue.getState().pausedUntil).toBe(31_000);
  goTo(31_000);
  expect(queue.getState().pausedUntil).toBeNull();
  await respond(0, found);
  expect(phases()).toBe('ffff');
  expect(requestOrder).toEqual([0, 1, 2, 3, 0]);
  expect(hasTimer()).toBe(false);
});

test('a post without media is no failure', () => {
  const fail = (reason: ExtractionProblem) => updatePost(extractingPost, { type: 'failed', problem: reason });
  expect(isFailed(fail(problem('Gone.')))).toBe(true);
  expect(isFailed(fail({ ...problem('Words.'), isWordsOnly: true }))).toBe(false);
});

test('stop aborts running requests and ignores their responses', async () => {
  const { queue, respond, pending, phases, hasTimer } = openQueue(3);
  queue.start();
  const signal = pending.get(1)?.signal;
  await respond(0, limited(30));
  queue.stop();
  expect(signal?.aborted).toBe(true);
  expect(hasTimer()).toBe(false);
  await respond(1, found);
  expect(phases()).toBe('www');
  queue.start();
  expect(phases()).toBe('eew');
});
