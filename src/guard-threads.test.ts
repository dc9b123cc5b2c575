import { expect, test } from 'vitest';
import { guardThreads } from '#guard-threads.ts';
import type { PageFailure, PageFetch, PageRequest } from '#threads/contract.ts';

const request = (signal = new AbortController().signal): PageRequest => ({
  url: 'https://www.threads.com/',
  method: 'GET',
  headers: {},
  maxBytes: 1,
  timeoutMs: 1,
  signal,
});

function guarded() {
  const clock = { now: 1_000_000, asked: 0, answer: 'unreachable' as PageFailure['code'] | number };
  const fetch: PageFetch = async () => {
    clock.asked += 1;
    if (typeof clock.answer === 'string') return { ok: false, error: { code: clock.answer } };
    const { answer: status } = clock;
    return { ok: true, value: { status, location: null, retryAfterSeconds: null, cookies: [], text: '' } };
  };
  return { clock, ask: guardThreads(fetch, () => clock.now) };
}

test('after five visits that reach nobody, nobody is asked, and the same is said at once', async () => {
  const { clock, ask } = guarded();
  clock.answer = 'timeout';
  for (let visit = 0; visit < 5; visit += 1) await ask(request());
  const started = performance.now();
  for (let visit = 0; visit < 100; visit += 1) {
    expect(await ask(request())).toMatchObject({ ok: false, error: { code: 'timeout' } });
  }
  expect(performance.now() - started).toBeLessThan(50 * 100);
  expect(clock.asked).toBe(5);
  clock.now += 1000;
  clock.answer = 200;
  expect((await ask(request())).ok).toBe(true);
  expect((await ask(request())).ok).toBe(true);
});

test('a fault of our own says nothing of Threads, and is not swallowed', async () => {
  let fault: Error | null = new Error('ours');
  const answered = { status: 200, location: null, retryAfterSeconds: null, cookies: [], text: '' };
  const ask = guardThreads(
    async () => {
      if (fault) throw fault;
      return { ok: true, value: answered };
    },
    () => 1_000_000,
  );
  for (let visit = 0; visit < 20; visit += 1) await expect(ask(request())).rejects.toThrow('ours');
  fault = null;
  expect((await ask(request())).ok).toBe(true);
});

test.each([404, 429, 403, 200])('status %s is an answer, and opens nothing', async (status) => {
  const { clock, ask } = guarded();
  clock.answer = status;
  for (let visit = 0; visit < 50; visit += 1) expect((await ask(request())).ok).toBe(true);
});

test('a visit whose first request failed asks again within a tenth of all visits', async () => {
  const { clock, ask } = guarded();
  for (let visit = 0; visit < 200; visit += 1) {
    const { signal } = new AbortController();
    clock.answer = 'unreachable';
    await ask(request(signal));
    clock.answer = 200;
    await ask(request(signal));
    // Ones that go well between them, so that what fails is less than half.
    await ask(request());
    await ask(request());
  }
  const visits = 600;
  expect(clock.asked - visits).toBeLessThanOrEqual(visits / 10 + 3);
  expect(clock.asked - visits).toBeGreaterThan(0);
});
