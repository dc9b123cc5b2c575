import { afterEach, expect, test, vi } from 'vitest';
import { startSessionRenewal } from './use-session-renewal.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function listRequestTimes(expiresAt: number, durationMs: number, responses: (Response | Error)[]) {
  // Not `setTimeout`: with it, what earlier files of the worker have left running would also work through the time.
  vi.useFakeTimers({ now: 0, toFake: ['setInterval', 'clearInterval', 'Date'] });
  const requestTimes: number[] = [];
  vi.stubGlobal('fetch', async () => {
    requestTimes.push(Date.now());
    const response = responses.shift() ?? Response.json({ expiresAt: Number.MAX_SAFE_INTEGER });
    if (response instanceof Error) throw response;
    return response;
  });
  const stop = startSessionRenewal(expiresAt);
  await vi.advanceTimersByTimeAsync(durationMs);
  stop();
  return requestTimes;
}

test('a session is renewed within three checks of its end, not before', async () => {
  const responses = [Response.json({ expiresAt: 1_200_000 })];
  expect(await listRequestTimes(600_000, 1_199_000, responses)).toEqual([510_000, 1_110_000]);
});

test('a failed renewal is retried at the next check', async () => {
  const responses = [new TypeError('offline'), new Response(null, { status: 503 })];
  expect(await listRequestTimes(90_000, 200_000, responses)).toEqual([30_000, 60_000, 90_000]);
});
