import { expect, test } from 'vitest';
import { createLinkQueue, type LinkProgress } from './link-queue.ts';
import type { Extraction } from './read-answer.ts';

const found: Extraction = { ok: true, value: { qualities: [], post: null } };
const problem = (text: string) => ({ text, postUrl: null });
const failed: Extraction = { ok: false, error: problem('Gone.') };
const limited = (waitSeconds: number): Extraction => ({ ok: false, error: problem('Limit.'), waitSeconds });

/** A queue whose answers are given by hand, and whose clock stands. */
function openQueue(count: number, refusals = 3) {
  const links = Array.from({ length: count }, (_, index) => `link ${index}`);
  const asked = new Map<number, { answer: (extraction: Extraction) => Promise<void>; signal: AbortSignal }>();
  const order: number[] = [];
  let now = 1_000;
  let timer: { at: number; act: () => void } | null = null;
  const queue = createLinkQueue(links, {
    atOnce: 2,
    refusals,
    now: () => now,
    after(milliseconds, act) {
      const mine = { at: now + milliseconds, act };
      timer = mine;
      return () => {
        if (timer === mine) timer = null;
      };
    },
    ask(link, index, signal) {
      expect(link).toBe(links[index]);
      order.push(index);
      const { promise, resolve } = Promise.withResolvers<Extraction>();
      const answer = async (extraction: Extraction) => {
        asked.delete(index);
        resolve(extraction);
        await promise;
      };
      asked.set(index, { answer, signal });
      return promise;
    },
  });
  return {
    queue,
    order,
    asked,
    phases: () =>
      queue
        .read()
        .entries.map(({ phase }: LinkProgress) => phase[0])
        .join(''),
    answer: async (index: number, extraction: Extraction) => {
      await asked.get(index)?.answer(extraction);
      // The queue goes on in the turn after the answer.
      await Promise.resolve();
    },
    goTo(moment: number) {
      now = moment;
      const due = timer;
      if (!due || due.at > now) return;
      timer = null;
      due.act();
    },
    hasTimer: () => timer !== null,
  };
}

test('two links are read at once, and the next begins when one is done', async () => {
  const { queue, answer, phases, order } = openQueue(4);
  expect(phases()).toBe('wwww');
  queue.start();
  expect(phases()).toBe('rrww');
  await answer(1, found);
  expect(phases()).toBe('rfrw');
  await answer(0, found);
  await answer(2, found);
  await answer(3, found);
  expect(phases()).toBe('ffff');
  expect(order).toEqual([0, 1, 2, 3]);
});

test('one that fails does not stop the others, keeps its sentence and may be tried again', async () => {
  const { queue, answer, phases } = openQueue(3);
  queue.start();
  await answer(0, failed);
  await answer(1, found);
  await answer(2, found);
  expect(queue.read().entries[0]).toEqual({ phase: 'failed', problem: problem('Gone.') });
  expect(phases()).toBe('fff');
  queue.retry(0);
  expect(phases()).toBe('rff');
  queue.retry(1);
  await answer(0, found);
  expect(queue.read().entries.map(({ phase }) => phase)).toEqual(['found', 'found', 'found']);
});

test('a limit holds all of them for as long as it says, and its link is read after it', async () => {
  const { queue, answer, phases, order, goTo, hasTimer } = openQueue(4);
  queue.start();
  await answer(0, limited(30));
  expect(queue.read().pausedUntil).toBe(31_000);
  await answer(1, found);
  expect(phases()).toBe('wfww');
  goTo(30_999);
  expect(phases()).toBe('wfww');
  goTo(31_000);
  expect(queue.read().pausedUntil).toBe(null);
  expect(phases()).toBe('rfrw');
  expect(order).toEqual([0, 1, 0, 2]);
  expect(hasTimer()).toBe(false);
});

test('of two limits the longer one holds', async () => {
  const { queue, answer, goTo, phases } = openQueue(2);
  queue.start();
  await answer(0, limited(30));
  await answer(1, limited(5));
  expect(queue.read().pausedUntil).toBe(31_000);
  goTo(31_000);
  expect(phases()).toBe('rr');
});

test('a link that is refused again and again has failed, and the others go on', async () => {
  const { queue, answer, goTo, phases } = openQueue(2, 2);
  queue.start();
  await answer(1, found);
  for (const moment of [2_000, 3_000]) {
    await answer(0, limited(1));
    goTo(moment);
  }
  await answer(0, limited(1));
  expect(queue.read().entries[0]).toEqual({ phase: 'failed', problem: problem('Limit.') });
  expect(queue.read().pausedUntil).toBe(null);
  expect(phases()).toBe('ff');
});

test('who leaves ends what is asked, and no answer counts any more', async () => {
  const { queue, answer, asked, phases, hasTimer } = openQueue(3);
  queue.start();
  const signal = asked.get(1)?.signal;
  await answer(0, limited(30));
  queue.stop();
  expect(signal?.aborted).toBe(true);
  expect(hasTimer()).toBe(false);
  await answer(1, found);
  expect(phases()).toBe('www');
  queue.start();
  expect(phases()).toBe('rrw');
});

test('who listens hears of every step, until they stop', async () => {
  const { queue, answer } = openQueue(1);
  let heard = 0;
  const stopListening = queue.onChange(() => {
    heard += 1;
  });
  queue.start();
  await answer(0, found);
  expect(heard).toBe(2);
  queue.renewed(0, { of: { qualities: [], post: null }, qualities: [] });
  expect(heard).toBe(3);
  stopListening();
  queue.stop();
  expect(heard).toBe(3);
});
