import { expect, test } from 'vitest';
import type { ThreadsPost } from './contract.ts';
import { createPostCache, maxCachedPosts, postCacheTtlMs } from './reader.ts';

const post: ThreadsPost = {
  code: 'DAsked00001',
  url: 'https://www.threads.com/@alma.demo/post/DAsked00001',
  author: { username: 'alma.demo', name: 'Alma' },
  text: 'original',
  publishedAt: '2026-09-21T14:13:20.000Z',
  linksTo: null,
  items: [],
};

const start = 1_790_000_000_000;

test('a post is cached for minutes, then expires', () => {
  const clock = { now: start };
  const cache = createPostCache(() => clock.now);
  cache.put(post, 'a');
  clock.now = start + postCacheTtlMs;
  expect(cache.get('a')).toEqual(post);
  clock.now = start + postCacheTtlMs + 1;
  expect(cache.get('a')).toBeNull();
  expect(cache.get('b')).toBeNull();
});

test('the least recently used entry is evicted for the newest', () => {
  const cache = createPostCache(() => start);
  for (let index = 0; index <= maxCachedPosts; index += 1) cache.put(post, `${index}`);
  expect(cache.get('0')).toBeNull();
  expect(cache.get('1')).toEqual(post);
  expect(cache.get(`${maxCachedPosts}`)).toEqual(post);
});

test('a change to a returned post does not affect the cache', () => {
  const cache = createPostCache(() => start);
  cache.put(post, 'a');
  const first = cache.get('a');
  if (first !== null) first.text = 'changed';
  expect(cache.get('a')?.text).toBe('original');
});
