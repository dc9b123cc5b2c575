import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startValkey, withoutValkey } from '#test/support/valkey-server.ts';
import {
  createRateLimits,
  createRotatingKeys,
  createWindowCounter,
  type RateLimitsOptions,
} from './rate-limiter.ts';
import { connectValkey, type Valkey } from './valkey.ts';

const groups = { calls: { limit: 3, windowMs: 60_000 } };

function createLimits(options: Partial<RateLimitsOptions<'calls'>> = {}) {
  return createRateLimits({
    groups,
    scale: () => 1,
    valkey: null,
    sharedKey: Buffer.alloc(32),
    now: () => 1_763_800_000_000,
    ...options,
  });
}

test('the remaining points are reported, and calls beyond the limit are rejected', async () => {
  let now = 1_763_800_000_000;
  const limits = createLimits({ now: () => now });
  const consume = async (points?: number) => {
    const { isAllowed, remaining, resetSeconds } = await limits.consume('calls', '192.0.2.1', points);
    return [isAllowed, remaining, resetSeconds];
  };
  expect(await consume()).toEqual([true, 2, 60]);
  now += 10_000;
  expect(await consume(2)).toEqual([true, 0, 50]);
  expect(await consume()).toEqual([false, 0, 50]);
  expect((await limits.consume('calls', '192.0.2.2')).isAllowed).toBe(true);
  now += 50_000;
  expect(await consume()).toEqual([true, 2, 60]);
});

test('the scale multiplies every limit, also after it has changed', async () => {
  let scale = 10;
  const limits = createLimits({ scale: () => scale });
  expect(await limits.consume('calls', 'a', 20)).toMatchObject({ limit: 30, isAllowed: true });
  scale = 5;
  expect(await limits.consume('calls', 'a')).toMatchObject({ limit: 15, isAllowed: false });
});

test("a key rotation doesn't reset any client's count", async () => {
  const step = fc.record({ waitMs: fc.integer({ min: 0, max: 400 }), client: fc.constantFrom('a', 'b') });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      // Several minutes around a full hour, in tenths of a second, the resolution of the counts.
      let now = 3_600_000 * 10 - 90_000;
      const limits = createLimits({ now: () => now });
      const windows = new Map<string, { endsAt: number; points: number }>();
      for (const { waitMs, client } of steps) {
        now += waitMs * 100;
        const running = windows.get(client);
        const current = running && running.endsAt > now ? running : { endsAt: now + 60_000, points: 0 };
        windows.set(client, current);
        current.points += 1;
        expect(await limits.consume('calls', client)).toMatchObject({
          isAllowed: current.points <= 3,
          remaining: Math.max(0, 3 - current.points),
        });
        expect(await limits.consumed('calls', client)).toBe(current.points);
      }
    }),
    { numRuns: 60 },
  );
});

test('keys rotate hourly, and the previous one is dropped with its last window', () => {
  for (const shared of [null, Buffer.alloc(32)]) {
    let now = 3_600_000 * 10 - 1;
    const keys = createRotatingKeys({ shared, now: () => now, maxWindowMs: 60_000 });
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
  'nodes share counts through Valkey and count on their own while it is down',
  async () => {
    await using server = await startValkey();
    const errorCodes: string[] = [];
    const sharedKey = randomBytes(32);
    const node = async () => {
      const valkey = await connectValkey(server.url, (code) => errorCodes.push(code));
      onTestFinished(() => valkey.disconnect());
      return { valkey, limits: createLimits({ valkey, sharedKey, now: Date.now }) };
    };
    const [first, second] = [await node(), await node()];
    for (const { valkey } of [first, second]) await until(async () => valkey.redis.status === 'ready');
    await first.limits.consume('calls', 'a');
    await second.limits.consume('calls', 'a', 2);
    expect((await first.limits.consume('calls', 'a')).isAllowed).toBe(false);
    expect(await second.limits.consumed('calls', 'a')).toBe(4);
    expect(await first.valkey.redis.keys('*')).toEqual([expect.stringMatching(/^unspool-calls:[\w-]{22}$/)]);

    await server.kill();
    await until(async () => first.valkey.redis.status !== 'ready');
    const results = [];
    for (let call = 0; call < 4; call += 1)
      results.push((await first.limits.consume('calls', 'b')).isAllowed);
    expect(results).toEqual([true, true, true, false]);
    await until(async () => errorCodes.length > 0);

    await server.start();
    for (const { valkey } of [first, second]) await until(async () => valkey.redis.status === 'ready');
    await first.limits.consume('calls', 'c');
    expect(await second.limits.consumed('calls', 'c')).toBe(1);
  },
);

test.skipIf(withoutValkey())(
  'few calls wait for an unresponsive Valkey, and it is used again once it responds',
  async () => {
    await using server = await startValkey();
    const errorCodes: string[] = [];
    let time = 1_763_800_000_000;
    const valkey = await connectValkey(
      server.url,
      (code) => errorCodes.push(code),
      () => time,
    );
    onTestFinished(() => valkey.disconnect());
    const limits = createLimits({ valkey, now: () => time });
    await until(async () => valkey.redis.status === 'ready');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await limits.consume('calls', 'a');
    server.freeze();
    /** A command that is sent waits for as long as a command may. */
    const consumeInVain = async () => {
      let isDone = false;
      const call = limits.consume('calls', 'b').finally(() => {
        isDone = true;
      });
      while (!isDone) await vi.advanceTimersByTimeAsync(300);
      return (await call).isAllowed;
    };
    let waited = 0;
    const { run } = valkey;
    valkey.run = (command) =>
      run(() => {
        waited += 1;
        return command();
      });
    const results: boolean[] = [];
    for (let call = 0; call < 40; call += 1) results.push(await consumeInVain());
    expect(results.filter(Boolean)).toHaveLength(3);
    expect(waited).toBe(3);
    expect(errorCodes).toEqual(['ESILENT']);
    time += 1_000;
    await Promise.all(Array.from({ length: 20 }, consumeInVain));
    expect(waited).toBe(4);

    vi.useRealTimers();
    server.thaw();
    time += 2_000;
    await until(async () => (await limits.consume('calls', 'd')) && !(await isUnreachable(valkey)));
    expect(await limits.consumed('calls', 'a')).toBe(1);
  },
);

function isUnreachable({ run, redis }: Valkey): Promise<boolean> {
  return run(() => redis.ping()).then(
    () => false,
    () => true,
  );
}

test('a window starts with its first point and expires by itself', () => {
  let time = 1_000_000;
  const counts = createWindowCounter({ keysMax: 10, now: () => time });
  expect(counts.add(7, 2, 60_000)).toEqual({ points: 2, endsAt: 1_060_000 });
  time += 59_900;
  expect(counts.add(7, 1, 60_000)).toEqual({ points: 3, endsAt: 1_060_000 });
  time += 100;
  expect(counts.get(7, 60_000)).toBeNull();
  expect(counts.add(7, 1, 60_000)).toEqual({ points: 1, endsAt: 1_120_000 });
});

test('a clock that is set back starts a new window', () => {
  let time = 10_000_000;
  const counts = createWindowCounter({ keysMax: 10, now: () => time });
  counts.add(7, 5, 60_000);
  time -= 3_600_000;
  expect(counts.get(7, 60_000)).toBeNull();
  expect(counts.add(7, 1, 60_000)).toEqual({ points: 1, endsAt: time + 60_000 });
});

test('beyond the limit only the oldest window is evicted', () => {
  const counts = createWindowCounter({ keysMax: 3, now: () => 0 });
  for (const key of [1, 2, 3, 1, 4]) counts.add(key, 1, 1000);
  expect([1, 2, 3, 4].map((key) => counts.get(key, 1000)?.points ?? 0)).toEqual([0, 1, 1, 1]);
});

test('a million keys take at most 150 MB', () => {
  // In its own process, because other tests use memory too.
  const script = `
    import { createWindowCounter } from ${JSON.stringify(new URL('./rate-limiter.ts', import.meta.url).href)};
    const counts = createWindowCounter({ keysMax: 1_000_000, now: () => 1_763_800_000_000 });
    const before = process.memoryUsage().rss;
    for (let key = 0; key < 1_000_000; key += 1) counts.add(key * 268_435_399, 1, 60_000);
    const bytes = process.memoryUsage().rss - before;
    console.log(JSON.stringify({ bytes, points: counts.get(268_435_399, 60_000)?.points }));
  `;
  const stdout = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const { bytes, points } = JSON.parse(stdout) as { bytes: number; points: number };
  expect(points).toBe(1);
  expect(bytes).toBeLessThan(150_000_000);
});
