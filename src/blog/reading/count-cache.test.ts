import { expect, test } from 'vitest';
import { createCountCache } from './published-posts.ts';

function createManualCount() {
  const finish: ((posts: number) => void)[] = [];
  return {
    finish,
    count: () => new Promise<{ posts: number }>((resolve) => finish.push((posts) => resolve({ posts }))),
  };
}

test('concurrent requests share one count', async () => {
  const counts = createCountCache(() => 1);
  const { finish, count } = createManualCount();
  const requests = Array.from({ length: 50 }, () => counts.getOrCount('en', 'all', count));
  expect(finish).toHaveLength(1);
  finish[0]?.(7);
  expect(new Set((await Promise.all(requests)).map(({ posts }) => posts))).toEqual(new Set([7]));
  expect(await counts.getOrCount('en', 'all', count)).toEqual({ posts: 7 });
});

test('a count in flight during a change is not reused afterwards', async () => {
  const counts = createCountCache(() => 1);
  const { finish, count } = createManualCount();
  const before = counts.getOrCount('en', 'all', count);
  const other = counts.getOrCount('de', 'all', count);
  counts.invalidate({ locales: ['en'] });
  const after = counts.getOrCount('en', 'all', count);
  expect(finish).toHaveLength(3);
  for (const [index, finishCount] of finish.entries()) finishCount(index);
  expect([await before, await other, await after]).toEqual([{ posts: 0 }, { posts: 1 }, { posts: 2 }]);
  expect(await counts.getOrCount('en', 'all', count)).toEqual({ posts: 2 });
});

test('a failed count is retried by the next request', async () => {
  const counts = createCountCache(() => 1);
  const failing = () => Promise.reject(new Error('no connection'));
  await expect(counts.getOrCount('en', 'all', failing)).rejects.toThrow('no connection');
  expect(await counts.getOrCount('en', 'all', async () => ({ posts: 1 }))).toEqual({ posts: 1 });
});

test('a count is cached for a minute', async () => {
  let now = 1_000_000;
  const counts = createCountCache(() => now);
  const once = (posts: number) => counts.getOrCount('en', 'all', async () => ({ posts }));
  await once(1);
  now += 59_000;
  expect(await once(2)).toEqual({ posts: 1 });
  now += 2_000;
  expect(await once(3)).toEqual({ posts: 3 });
});
