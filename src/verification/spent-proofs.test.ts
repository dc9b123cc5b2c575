import { expect, test } from 'vitest';
import { createSpentProofs, type SharedMemory } from './spent-proofs.ts';

test('what was spent stays so for its life, and the oldest gives way beyond the bound', async () => {
  let time = 0;
  const spend = createSpentProofs(null, { now: () => time, atMost: 3 });
  expect([await spend('a', 1000), await spend('a', 1000)]).toEqual([true, false]);
  time = 1000;
  expect(await spend('a', 1000)).toBe(true);
  for (const id of ['b', 'c', 'd']) expect(await spend(id, 1000)).toBe(true);
  expect([await spend('b', 1000), await spend('d', 1000)]).toEqual([false, false]);
  expect(await spend('a', 1000)).toBe(true);
});

test('nodes that share a memory take a proof once; while it is away each goes by its own word', async () => {
  const kept = new Set<string>();
  let isAway = false;
  const shared: SharedMemory = {
    async set(key) {
      if (isAway) throw new Error('away');
      if (kept.has(key)) return null;
      kept.add(key);
      return 'OK';
    },
  };
  const [first, second] = [0, 1].map(() => createSpentProofs(shared, { now: () => 0 }));
  expect([await first?.('a', 10), await second?.('a', 10)]).toEqual([true, false]);
  isAway = true;
  expect([await first?.('a', 10), await first?.('b', 10), await first?.('b', 10)]).toEqual([
    false,
    true,
    false,
  ]);
});
