import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSession } from './keep-session.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function watch(expiresAt: number, answers: (Response | Error)[]) {
  const asked: number[] = [];
  const stop = keepSession({
    expiresAt,
    now: Date.now,
    fetch: async () => {
      asked.push(Date.now());
      const answer = answers.shift() ?? Response.json({ expiresAt: Number.MAX_SAFE_INTEGER });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { asked, stop };
}

test('a session is renewed within three ticks of its end, and not before', async () => {
  const { asked, stop } = watch(600_000, [Response.json({ expiresAt: 1_200_000 })]);
  await vi.advanceTimersByTimeAsync(1_199_000);
  stop();
  expect(asked).toEqual([510_000, 1_110_000]);
});

test('a renewal that fails is tried again at the next tick', async () => {
  const { asked, stop } = watch(90_000, [new TypeError('offline'), new Response(null, { status: 503 })]);
  await vi.advanceTimersByTimeAsync(200_000);
  stop();
  expect(asked).toEqual([30_000, 60_000, 90_000]);
});
