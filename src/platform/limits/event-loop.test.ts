import { expect, test } from 'vitest';
import { createEventLoopYield } from './event-loop.ts';

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Number of pieces that run before another task gets a turn. */
async function piecesBefore(pieceMs: number, yieldToEventLoop: () => Promise<void>): Promise<number> {
  let pieces = 0;
  let piecesBeforeOthers = -1;
  setImmediate(() => {
    piecesBeforeOthers = pieces;
  });
  while (pieces < 20) {
    await yieldToEventLoop();
    block(pieceMs);
    pieces += 1;
  }
  if (piecesBeforeOthers < 0) await new Promise((resolve) => setImmediate(resolve));
  return piecesBeforeOthers;
}

test('a long chain of work yields to other tasks', async () => {
  expect(await piecesBefore(3, async () => undefined)).toBe(20);
  expect(await piecesBefore(3, createEventLoopYield())).toBeLessThanOrEqual(4);
});

test('a short chain is not interrupted', async () => {
  expect(await piecesBefore(0, createEventLoopYield())).toBeGreaterThan(4);
});
