import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSessionRenewal } from './use-session-renewal.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function watch(expiresAt: number, responses: (Response | Error)[]) {
  const requestTimes: number[] = [];
  const stop = startSessionRenewal({
    expiresAt,
    now: Date.now,
    fetch: async () => {
      requestTimes.push(Date.now());
      const response = responses.shift() ?? Response.json({ expiresAt: Number.MAX_SAFE_INTEGER });
      if (response instanceof Error) throw response;
      return response;
    },
  });
  return { requestTimes, stop };
}

test('a session is renewed within three checks of its end, not before', async () => {
  const { requestTimes, stop } = watch(600_000, [Response.json({ expiresAt: 1_200_000 })]);
  await vi.advanceTimersByTimeAsync(1_199_000);
  stop();
  expect(requestTimes).toEqual([510_000, 1_110_000]);
});

test('a failed renewal is retried at the next check', async () => {
  const { requestTimes, stop } = watch(90_000, [
    new TypeError('offline'),
    new Response(null, { status: 503 }),
  ]);
  await vi.advanceTimersByTimeAsync(200_000);
  stop();
  expect(requestTimes).toEqual([30_000, 60_000, 90_000]);
});
