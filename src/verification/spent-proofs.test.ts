import { expect, test } from 'vitest';
import { connectValkey } from '#platform/connect-valkey.ts';
import { startValkey, withoutValkey } from '#test/support/valkey-server.ts';
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

test('what is spent anew counts as the newest, and costs nothing else its place', async () => {
  let time = 0;
  const spend = createSpentProofs(null, { now: () => time, atMost: 3 });
  for (const [id, lifetimeMs] of Object.entries({ a: 5000, b: 1000, c: 5000 })) await spend(id, lifetimeMs);
  time = 1000;
  expect(await spend('b', 5000)).toBe(true);
  expect([await spend('a', 5000), await spend('b', 5000), await spend('c', 5000)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('nodes that share a memory take a proof once; while it is away each goes by its own word', async () => {
  const kept = new Set<string>();
  let isAway = false;
  const shared: SharedMemory = {
    async set(key, _value, unit, milliseconds, condition) {
      if (isAway) throw new Error('away');
      expect([unit, milliseconds, condition]).toEqual(['PX', 10, 'NX']);
      if (kept.has(key)) return null;
      kept.add(key);
      return 'OK';
    },
  };
  const [first, second] = [0, 1].map(() => createSpentProofs(shared, { now: () => 0 }));
  expect([await first?.('a', 10), await second?.('a', 10)]).toEqual([true, false]);
  expect([...kept]).toEqual(['unspool-proof-a']);
  isAway = true;
  expect([await first?.('a', 10), await first?.('b', 10), await first?.('b', 10)]).toEqual([
    false,
    true,
    false,
  ]);
});

test.skipIf(withoutValkey())(
  'two nodes on a Valkey take each of a hundred proofs once, whoever is asked first',
  async () => {
    await using server = await startValkey();
    const valkeys = [0, 1].map(() => connectValkey(server.url, () => undefined));
    const nodes = valkeys.map((valkey) => createSpentProofs(valkey, { now: Date.now }));
    for (const { redis } of valkeys) await expect.poll(() => redis.status).toBe('ready');
    const taken = await Promise.all(
      Array.from({ length: 100 }, (_, id) =>
        Promise.all([...nodes, ...nodes].map((spend) => spend(`proof-${id}`, 60_000))),
      ),
    );
    expect(taken.map((answers) => answers.filter(Boolean).length)).toEqual(Array(100).fill(1));
    const lives = await valkeys[0]?.redis.pttl('unspool-proof-proof-1');
    expect(lives).toBeGreaterThan(0);
    expect(lives).toBeLessThanOrEqual(60_000);
    for (const valkey of valkeys) valkey.disconnect();
  },
);
