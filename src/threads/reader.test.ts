import { expect, test } from 'vitest';
import type { ThreadsPost } from './contract.ts';
import { createPostCache, maxCachedPosts, postCacheTtlMs } from './reader.ts';

const post: ThreadsPost = {
  code: 'DAsked00001',
  url: 'https://www.threads.com/@alma.demo/post/DAsked00001',
  author: { username: 'alma.demo', name: 'Alma' },
  text: 'words',
  publishedAt: '2026-09-21T14:13:20.000Z',
  linksTo: null,
  items: [],
};

test('a post is cached for minutes, then expires', () => {
  const clock = { now: 0 };
  const recent = createPostCache(() => clock.now);
  recent.put(post, 'a');
  clock.now = postCacheTtlMs - 1;
  expect(recent.get('a')).toEqual(post);
  clock.now = postCacheTtlMs;
  expect(recent.get('a')).toBeNull();
  expect(recent.get('b')).toBeNull();
});

test('the oldest entry is evicted for the newest', () => {
  const recent = createPostCache(() => 0);
  for (let index = 0; index <= maxCachedPosts; index += 1) recent.put(post, `${index}`);
  expect(recent.get('0')).toBeNull();
  expect(recent.get('1')).toEqual(post);
  expect(recent.get(`${maxCachedPosts}`)).toEqual(post);
});

test('a change to a returned post does not affect the cache', () => {
  const recent = createPostCache(() => 0);
  recent.put(post, 'a');
  const first = recent.get('a');
  if (first !== null) first.text = 'changed';
  expect(recent.get('a')?.text).toBe('words');
});
