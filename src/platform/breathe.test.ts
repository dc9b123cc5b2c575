import { expect, test } from 'vitest';
import { createBreath } from './breathe.ts';

function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** How many pieces of a chain of work run before somebody else gets a turn. */
async function piecesBefore(pieceMs: number, breathe: () => Promise<void>): Promise<number> {
  let pieces = 0;
  let ofOthers = -1;
  setImmediate(() => {
    ofOthers = pieces;
  });
  while (pieces < 20) {
    await breathe();
    block(pieceMs);
    pieces += 1;
  }
  if (ofOthers < 0) await new Promise((resolve) => setImmediate(resolve));
  return ofOthers;
}

test('a chain of work that holds the process lets others in between its pieces', async () => {
  expect(await piecesBefore(3, async () => undefined)).toBe(20);
  expect(await piecesBefore(3, createBreath())).toBeLessThanOrEqual(4);
});

test('a short chain is not broken up', async () => {
  expect(await piecesBefore(0, createBreath())).toBeGreaterThan(4);
});
