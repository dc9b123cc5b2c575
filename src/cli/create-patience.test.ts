import { expect, test } from 'vitest';
import type { ExtractionErrorCode, ExtractionResult } from '#threads/contract.ts';
import { createPatience } from './create-patience.ts';

const failed = (code: ExtractionErrorCode, retryAfterSeconds?: number): ExtractionResult => ({
  ok: false,
  error: { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
});
const busy = (seconds: number) => failed('upstream.busy', seconds);
const gone = failed('post.gone');

/** Answers of Threads in their order, and what was waited between them. */
function stand(answers: readonly ExtractionResult[], waitSeconds = 120) {
  const log: (string | number)[] = [];
  const left = [...answers];
  const patience = createPatience(waitSeconds, async (seconds) => {
    log.push(seconds);
    return true;
  });
  const ask = (link: string) =>
    patience.ask(async () => {
      log.push(link);
      return left.shift() ?? gone;
    });
  return { log, patience, ask };
}

test('a link is asked once more, after the time that Threads named', async () => {
  const { log, ask, patience } = stand([busy(30), gone, gone]);
  expect(await ask('one')).toEqual(gone);
  await ask('two');
  expect(log).toEqual(['one', 30, 'one', 'two']);
  expect(patience.isOver()).toBe(false);
});

test('the next link waits for its turn too, and three busy answers in a row end it', async () => {
  const { log, ask, patience } = stand([busy(5), busy(900), busy(7)]);
  expect(await ask('one')).toEqual(busy(900));
  expect(patience.isOver()).toBe(false);
  expect(await ask('two')).toEqual(busy(7));
  expect(log).toEqual(['one', 5, 'one', 120, 'two']);
  expect(patience.isOver()).toBe(true);
});

test('an answer of any other kind begins the count anew', async () => {
  const { ask, patience } = stand([busy(1), busy(1), gone, busy(1), busy(1), gone]);
  for (const link of ['one', 'two', 'three']) await ask(link);
  expect(patience.isOver()).toBe(false);
});

test('with no wait allowed it asks at once, and as seldom', async () => {
  const { log, ask } = stand([busy(30), busy(30), busy(30)], 0);
  await ask('one');
  await ask('two');
  expect(log).toEqual(['one', 'one', 'two']);
});

test('an interruption ends the wait', async () => {
  const patience = createPatience(9, async () => false);
  expect(await patience.ask(async () => busy(9))).toBe(null);
});
