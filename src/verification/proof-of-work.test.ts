import { expect, test } from 'vitest';
import { connectValkey } from '#platform/limits/valkey.ts';
import { startValkey, withoutValkey } from '#test/support/valkey-server.ts';
import { createReplayStore, type SharedKeyValueStore } from './proof-of-work.ts';

test('an id stays used for its lifetime, and the oldest is dropped beyond the limit', async () => {
  let time = 0;
  const consumeNonce = createReplayStore(null, { now: () => time, maxEntries: 3 });
  expect([await consumeNonce('a', 1000), await consumeNonce('a', 1000)]).toEqual([true, false]);
  time = 1000;
  expect(await consumeNonce('a', 1000)).toBe(true);
  for (const id of ['b', 'c', 'd']) expect(await consumeNonce(id, 1000)).toBe(true);
  expect([await consumeNonce('b', 1000), await consumeNonce('d', 1000)]).toEqual([false, false]);
  expect(await consumeNonce('a', 1000)).toBe(true);
});

test('reusing an expired id makes it the newest and drops no other', async () => {
  let time = 0;
  const consumeNonce = createReplayStore(null, { now: () => time, maxEntries: 3 });
  for (const [id, lifetimeMs] of Object.entries({ a: 5000, b: 1000, c: 5000 }))
    await consumeNonce(id, lifetimeMs);
  time = 1000;
  expect(await consumeNonce('b', 5000)).toBe(true);
  expect([
    await consumeNonce('a', 5000),
    await consumeNonce('b', 5000),
    await consumeNonce('c', 5000),
  ]).toEqual([false, false, false]);
});

test('nodes with a shared store accept an id once; without the store each decides locally', async () => {
  const keys = new Set<string>();
  let isUnavailable = false;
  const shared: SharedKeyValueStore = {
    async set(key, _value, unit, milliseconds, condition) {
      if (isUnavailable) throw new Error('unavailable');
      expect([unit, milliseconds, condition]).toEqual(['PX', 10, 'NX']);
      if (keys.has(key)) return null;
      keys.add(key);
      return 'OK';
    },
  };
  const [first, second] = [0, 1].map(() => createReplayStore(shared, { now: () => 0 }));
  expect([await first?.('a', 10), await second?.('a', 10)]).toEqual([true, false]);
  expect([...keys]).toEqual(['unspool-proof-a']);
  isUnavailable = true;
  expect([await first?.('a', 10), await first?.('b', 10), await first?.('b', 10)]).toEqual([
    false,
    true,
    false,
  ]);
});

test.skipIf(withoutValkey())('two nodes with Valkey accept each of a hundred proofs once', async () => {
  await using server = await startValkey();
  const valkeys = [0, 1].map(() => connectValkey(server.url, () => undefined));
  const nodes = valkeys.map((valkey) => createReplayStore(valkey, { now: Date.now }));
  for (const { redis } of valkeys) await expect.poll(() => redis.status).toBe('ready');
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, id) =>
      Promise.all([...nodes, ...nodes].map((consumeNonce) => consumeNonce(`proof-${id}`, 60_000))),
    ),
  );
  expect(outcomes.map((attempts) => attempts.filter(Boolean).length)).toEqual(Array(100).fill(1));
  const ttlMs = await valkeys[0]?.redis.pttl('unspool-proof-proof-1');
  expect(ttlMs).toBeGreaterThan(0);
  expect(ttlMs).toBeLessThanOrEqual(60_000);
  for (const valkey of valkeys) valkey.disconnect();
});
