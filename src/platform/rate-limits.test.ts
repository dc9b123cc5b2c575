import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { startValkey, withoutValkey } from '#test/support/valkey-server.ts';
import { connectValkey } from './connect-valkey.ts';
import { createRateLimits, type RateLimitsOptions } from './rate-limits.ts';

const groups = { calls: { limit: 3, windowMs: 60_000 } };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function limitsWith(options: Partial<RateLimitsOptions<'calls'>> = {}) {
  return createRateLimits({
    groups,
    scale: 1,
    valkey: null,
    sharedKey: Buffer.alloc(32),
    now: () => 1_763_800_000_000,
    ...options,
  });
}

test('what is left is told truthfully, and the next one beyond it is refused', async () => {
  let now = 1_763_800_000_000;
  const limits = limitsWith({ now: () => now });
  const take = async (points?: number) => {
    const { isAllowed, remaining, resetSeconds } = await limits.take('calls', '192.0.2.1', points);
    return [isAllowed, remaining, resetSeconds];
  };
  expect(await take()).toEqual([true, 2, 60]);
  now += 10_000;
  expect(await take(2)).toEqual([true, 0, 50]);
  expect(await take()).toEqual([false, 0, 50]);
  expect((await limits.take('calls', '192.0.2.2')).isAllowed).toBe(true);
  now += 50_000;
  expect(await take()).toEqual([true, 2, 60]);
});

test('a scale widens every limit', async () => {
  const { limit } = await limitsWith({ scale: 10 }).take('calls', 'a');
  expect(limit).toBe(30);
});

test('the key changes with the hour, so that no count can be told to be of one', async () => {
  let now = 3_600_000 * 10 - 1;
  const limits = limitsWith({ now: () => now });
  await limits.take('calls', 'a');
  now += 1;
  expect(await limits.used('calls', 'a')).toBe(0);
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 10_000, interval: 20 }).toBe(true);
}

test.skipIf(withoutValkey())(
  'nodes count together by Valkey, and each by itself while it is away',
  async () => {
    await using server = await startValkey();
    const troubles: string[] = [];
    const sharedKey = randomBytes(32);
    const node = () => {
      const valkey = connectValkey(server.url, (code) => troubles.push(code));
      closing.push(() => valkey.disconnect());
      return { valkey, limits: limitsWith({ valkey, sharedKey, now: Date.now }) };
    };
    const [one, two] = [node(), node()];
    for (const { valkey } of [one, two]) await until(async () => valkey.status === 'ready');
    await one.limits.take('calls', 'a');
    await two.limits.take('calls', 'a', 2);
    expect((await one.limits.take('calls', 'a')).isAllowed).toBe(false);
    expect(await two.limits.used('calls', 'a')).toBe(4);
    expect(await one.valkey.keys('*')).toEqual([expect.stringMatching(/^unspool-calls:[\w-]{22}$/)]);

    await server.kill();
    await until(async () => one.valkey.status !== 'ready');
    const alone = [];
    for (let call = 0; call < 4; call += 1) alone.push((await one.limits.take('calls', 'b')).isAllowed);
    expect(alone).toEqual([true, true, true, false]);
    await until(async () => troubles.length > 0);

    await server.start();
    for (const { valkey } of [one, two]) await until(async () => valkey.status === 'ready');
    await one.limits.take('calls', 'c');
    expect(await two.limits.used('calls', 'c')).toBe(1);
  },
);
