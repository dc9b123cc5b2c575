import { expect, test } from 'vitest';
import { createPostCounts } from './post-counts.ts';

/** A count that is finished by hand. */
function counting() {
  const finish: ((posts: number) => void)[] = [];
  return {
    finish,
    count: () => new Promise<{ posts: number }>((resolve) => finish.push((posts) => resolve({ posts }))),
  };
}

test('what many ask for at once is counted once', async () => {
  const counts = createPostCounts(() => 1);
  const { finish, count } = counting();
  const asked = Array.from({ length: 50 }, () => counts.counted('en', 'all', count));
  expect(finish).toHaveLength(1);
  finish[0]?.(7);
  expect(new Set((await Promise.all(asked)).map(({ posts }) => posts))).toEqual(new Set([7]));
  expect(await counts.counted('en', 'all', count)).toEqual({ posts: 7 });
});

test('a count that was under way when the blog changed is given to nobody who asks later', async () => {
  const counts = createPostCounts(() => 1);
  const { finish, count } = counting();
  const before = counts.counted('en', 'all', count);
  const other = counts.counted('de', 'all', count);
  counts.forget({ locales: ['en'] });
  const after = counts.counted('en', 'all', count);
  expect(finish).toHaveLength(3);
  for (const [index, end] of finish.entries()) end(index);
  expect([await before, await other, await after]).toEqual([{ posts: 0 }, { posts: 1 }, { posts: 2 }]);
  expect(await counts.counted('en', 'all', count)).toEqual({ posts: 2 });
});

test('a count that fails is tried again by who asks next', async () => {
  const counts = createPostCounts(() => 1);
  const failing = () => Promise.reject(new Error('no connection'));
  await expect(counts.counted('en', 'all', failing)).rejects.toThrow('no connection');
  expect(await counts.counted('en', 'all', async () => ({ posts: 1 }))).toEqual({ posts: 1 });
});

test('a count is kept for a minute', async () => {
  let now = 1_000_000;
  const counts = createPostCounts(() => now);
  const once = (posts: number) => counts.counted('en', 'all', async () => ({ posts }));
  await once(1);
  now += 59_000;
  expect(await once(2)).toEqual({ posts: 1 });
  now += 2_000;
  expect(await once(3)).toEqual({ posts: 3 });
});
