import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createWindowCounter } from './window-counter.ts';

test('a window starts with its first point and expires by itself', () => {
  let time = 1_000_000;
  const counts = createWindowCounter({ keysMax: 10, now: () => time });
  expect(counts.add(7, 2, 60_000)).toEqual({ points: 2, endsAt: 1_060_000 });
  time += 59_900;
  expect(counts.add(7, 1, 60_000)).toEqual({ points: 3, endsAt: 1_060_000 });
  time += 100;
  expect(counts.get(7)).toBeNull();
  expect(counts.add(7, 1, 60_000)).toEqual({ points: 1, endsAt: 1_120_000 });
});

test('beyond the limit only the oldest window is evicted', () => {
  const counts = createWindowCounter({ keysMax: 3, now: () => 0 });
  for (const key of [1, 2, 3, 1, 4]) counts.add(key, 1, 1000);
  expect([1, 2, 3, 4].map((key) => counts.get(key)?.points ?? 0)).toEqual([0, 1, 1, 1]);
});

test('a million keys take at most 150 MB', () => {
  // In its own process, because other tests use memory too.
  const script = `
    import { createWindowCounter } from ${JSON.stringify(new URL('./window-counter.ts', import.meta.url).href)};
    const counts = createWindowCounter({ keysMax: 1_000_000, now: () => 1_763_800_000_000 });
    const before = process.memoryUsage().rss;
    for (let key = 0; key < 1_000_000; key += 1) counts.add(key * 268_435_399, 1, 60_000);
    const bytes = process.memoryUsage().rss - before;
    console.log(JSON.stringify({ bytes, points: counts.get(268_435_399)?.points }));
  `;
  const stdout = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const { bytes, points } = JSON.parse(stdout) as { bytes: number; points: number };
  expect(points).toBe(1);
  expect(bytes).toBeLessThan(150_000_000);
});
