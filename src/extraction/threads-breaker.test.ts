import { expect, test } from 'vitest';
import type { PageFetch, PageFetchError, PageRequest } from '#threads/contract.ts';
import { withCircuitBreaker } from './threads-breaker.ts';

const request = (signal = new AbortController().signal): PageRequest => ({
  url: 'https://www.threads.com/',
  method: 'GET',
  headers: {},
  maxBytes: 1,
  timeoutMs: 1,
  signal,
});

function guarded() {
  const clock = {
    now: 1_000_000,
    requestCount: 0,
    response: 'unreachable' as PageFetchError['code'] | number,
  };
  const fetch: PageFetch = async () => {
    clock.requestCount += 1;
    if (typeof clock.response === 'string') return { ok: false, error: { code: clock.response } };
    const { response: status } = clock;
    return { ok: true, value: { status, location: null, retryAfterSeconds: null, cookies: [], text: '' } };
  };
  return { clock, fetchPage: withCircuitBreaker(fetch, () => clock.now) };
}

test('returns the last error at once, without a request, after five failed sessions', async () => {
  const { clock, fetchPage } = guarded();
  clock.response = 'timeout';
  for (let session = 0; session < 5; session += 1) await fetchPage(request());
  for (let session = 0; session < 100; session += 1) {
    expect(await fetchPage(request())).toMatchObject({ ok: false, error: { code: 'timeout' } });
  }
  expect(clock.requestCount).toBe(5);
  clock.now += 1000;
  clock.response = 200;
  expect((await fetchPage(request())).ok).toBe(true);
  expect((await fetchPage(request())).ok).toBe(true);
});

test('rethrows an exception without opening the circuit', async () => {
  let error: Error | null = new Error('ours');
  const okResponse = { status: 200, location: null, retryAfterSeconds: null, cookies: [], text: '' };
  const fetchPage = withCircuitBreaker(
    async () => {
      if (error) throw error;
      return { ok: true, value: okResponse };
    },
    () => 1_000_000,
  );
  for (let session = 0; session < 20; session += 1)
    await expect(fetchPage(request())).rejects.toThrow('ours');
  error = null;
  expect((await fetchPage(request())).ok).toBe(true);
});

test.each([404, 429, 403, 200])('status %s does not open the circuit', async (status) => {
  const { clock, fetchPage } = guarded();
  clock.response = status;
  for (let session = 0; session < 50; session += 1) expect((await fetchPage(request())).ok).toBe(true);
});

test('limits retries after a failed request to a tenth of all sessions', async () => {
  const { clock, fetchPage } = guarded();
  for (let session = 0; session < 200; session += 1) {
    const { signal } = new AbortController();
    clock.response = 'unreachable';
    await fetchPage(request(signal));
    clock.response = 200;
    await fetchPage(request(signal));
    // Successful sessions keep the failure rate below half.
    await fetchPage(request());
    await fetchPage(request());
  }
  const sessionCount = 600;
  expect(clock.requestCount - sessionCount).toBeLessThanOrEqual(sessionCount / 10 + 3);
  expect(clock.requestCount - sessionCount).toBeGreaterThan(0);
});
