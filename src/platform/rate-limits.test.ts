import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { startValkey, withoutValkey } from '#test/support/valkey-server.ts';
import { connectValkey, type Valkey } from './connect-valkey.ts';
import { createHourlyKeys } from './hourly-keys.ts';
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

test('a new hour, and with it a new key, gives nobody anything', async () => {
  const step = fc.record({ waitMs: fc.integer({ min: 0, max: 400 }), client: fc.constantFrom('a', 'b') });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      // Some minutes on either side of a full hour, in tenths of a second as counts are kept.
      let now = 3_600_000 * 10 - 90_000;
      const limits = limitsWith({ now: () => now });
      const windows = new Map<string, { endsAt: number; points: number }>();
      for (const { waitMs, client } of steps) {
        now += waitMs * 100;
        const running = windows.get(client);
        const own = running && running.endsAt > now ? running : { endsAt: now + 60_000, points: 0 };
        windows.set(client, own);
        own.points += 1;
        expect(await limits.take('calls', client)).toMatchObject({
          isAllowed: own.points <= 3,
          remaining: Math.max(0, 3 - own.points),
        });
        expect(await limits.used('calls', client)).toBe(own.points);
      }
    }),
    { numRuns: 60 },
  );
});

test('the key changes with the hour, and the one before is forgotten with its last count', () => {
  for (const shared of [null, Buffer.alloc(32)]) {
    let now = 3_600_000 * 10 - 1;
    const keys = createHourlyKeys({ shared, now: () => now, longestMs: 60_000 });
    const before = keys().current;
    now += 1;
    expect(keys().previous).toEqual(before);
    expect(keys().current).not.toEqual(before);
    now += 60_000;
    expect(keys().previous).toBeNull();
    now += 3_600_000 * 2;
    expect(keys().previous).toBeNull();
  }
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
    for (const { valkey } of [one, two]) await until(async () => valkey.redis.status === 'ready');
    await one.limits.take('calls', 'a');
    await two.limits.take('calls', 'a', 2);
    expect((await one.limits.take('calls', 'a')).isAllowed).toBe(false);
    expect(await two.limits.used('calls', 'a')).toBe(4);
    expect(await one.valkey.redis.keys('*')).toEqual([expect.stringMatching(/^unspool-calls:[\w-]{22}$/)]);

    await server.kill();
    await until(async () => one.valkey.redis.status !== 'ready');
    const alone = [];
    for (let call = 0; call < 4; call += 1) alone.push((await one.limits.take('calls', 'b')).isAllowed);
    expect(alone).toEqual([true, true, true, false]);
    await until(async () => troubles.length > 0);

    await server.start();
    for (const { valkey } of [one, two]) await until(async () => valkey.redis.status === 'ready');
    await one.limits.take('calls', 'c');
    expect(await two.limits.used('calls', 'c')).toBe(1);
  },
);

test.skipIf(withoutValkey())(
  'a Valkey that is silent is waited for by few calls, and counts again when it is not',
  async () => {
    await using server = await startValkey();
    const troubles: string[] = [];
    let time = Date.now();
    const valkey = connectValkey(
      server.url,
      (code) => troubles.push(code),
      () => time,
    );
    closing.push(() => valkey.disconnect());
    const limits = limitsWith({ valkey, now: () => time });
    await until(async () => valkey.redis.status === 'ready');
    await limits.take('calls', 'a');
    server.freeze();
    let waited = 0;
    const { ask } = valkey;
    // What is begun here is what somebody waits for.
    valkey.ask = (command) =>
      ask(() => {
        waited += 1;
        return command();
      });
    const alone: boolean[] = [];
    for (let call = 0; call < 40; call += 1) alone.push((await limits.take('calls', 'b')).isAllowed);
    expect(alone.filter(Boolean)).toHaveLength(3);
    expect(waited).toBe(3);
    expect(troubles).toEqual(['ESILENT']);
    time += 1_000;
    await Promise.all(Array.from({ length: 20 }, () => limits.take('calls', 'b')));
    expect(waited).toBe(4);

    server.thaw();
    time += 2_000;
    await until(async () => (await limits.take('calls', 'd')) && !(await isAlone(valkey)));
    expect(await limits.used('calls', 'a')).toBe(1);
  },
);

/** Whether a command is answered by nobody now. */
function isAlone({ ask, redis }: Valkey): Promise<boolean> {
  return ask(() => redis.ping()).then(
    () => false,
    () => true,
  );
}
