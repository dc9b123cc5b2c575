import { expect, test } from 'vitest';
import type { ExtractionErrorCode, ExtractionResult } from '#threads/contract.ts';
import { createBusyRetry } from './upstream.ts';

const failed = (code: ExtractionErrorCode, retryAfterSeconds?: number): ExtractionResult => ({
  ok: false,
  error: { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
});
const busy = (seconds: number) => failed('upstream.busy', seconds);
const gone = failed('post.gone');

/** Replays responses in order, and logs the requests and the waits. */
function setUp(responses: readonly ExtractionResult[], waitSeconds = 120) {
  const log: (string | number)[] = [];
  const remaining = [...responses];
  const busyRetry = createBusyRetry(waitSeconds, async (seconds) => {
    log.push(seconds);
    return true;
  });
  const extract = (link: string) =>
    busyRetry.run(async () => {
      log.push(link);
      return remaining.shift() ?? gone;
    });
  return { log, busyRetry, extract };
}

test('retries a link once, after the wait that Threads asks for', async () => {
  const { log, extract, busyRetry } = setUp([busy(30), gone, gone]);
  expect(await extract('one')).toEqual(gone);
  await extract('two');
  expect(log).toEqual(['one', 30, 'one', 'two']);
  expect(busyRetry.isExhausted()).toBe(false);
});

test('makes the next link wait too, and gives up after three busy responses in a row', async () => {
  const { log, extract, busyRetry } = setUp([busy(5), busy(900), busy(7)]);
  expect(await extract('one')).toEqual(busy(900));
  expect(busyRetry.isExhausted()).toBe(false);
  expect(await extract('two')).toEqual(busy(7));
  expect(log).toEqual(['one', 5, 'one', 120, 'two']);
  expect(busyRetry.isExhausted()).toBe(true);
});

test('resets the count after any other response', async () => {
  const { extract, busyRetry } = setUp([busy(1), busy(1), gone, busy(1), busy(1), gone]);
  for (const link of ['one', 'two', 'three']) await extract(link);
  expect(busyRetry.isExhausted()).toBe(false);
});

test('retries at once if no wait is allowed, with the same limits', async () => {
  const { log, extract } = setUp([busy(30), busy(30), busy(30)], 0);
  await extract('one');
  await extract('two');
  expect(log).toEqual(['one', 'one', 'two']);
});

test('returns null if the wait is interrupted', async () => {
  const busyRetry = createBusyRetry(9, async () => false);
  expect(await busyRetry.run(async () => busy(9))).toBe(null);
});
