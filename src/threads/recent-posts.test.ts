import { expect, test } from 'vitest';
import type { Post } from './contract.ts';
import { keepRecentPosts, maxRecentPosts, recentPostMs } from './recent-posts.ts';

const post: Post = {
  code: 'DAsked00001',
  url: 'https://www.threads.com/@alma.demo/post/DAsked00001',
  author: { username: 'alma.demo', name: 'Alma' },
  text: 'words',
  publishedAt: '2026-09-21T14:13:20.000Z',
  linksTo: null,
  items: [],
};

test('a post is kept for minutes, then forgotten', () => {
  const clock = { now: 0 };
  const recent = keepRecentPosts(() => clock.now);
  recent.put(post, 'a');
  clock.now = recentPostMs - 1;
  expect(recent.get('a')).toEqual(post);
  clock.now = recentPostMs;
  expect(recent.get('a')).toBeNull();
  expect(recent.get('b')).toBeNull();
});

test('the oldest make room for the newest', () => {
  const recent = keepRecentPosts(() => 0);
  for (let index = 0; index <= maxRecentPosts; index += 1) recent.put(post, `${index}`);
  expect(recent.get('0')).toBeNull();
  expect(recent.get('1')).toEqual(post);
  expect(recent.get(`${maxRecentPosts}`)).toEqual(post);
});

test('what one caller does to a result does not reach the next', () => {
  const recent = keepRecentPosts(() => 0);
  recent.put(post, 'a');
  const first = recent.get('a');
  if (first !== null) first.text = 'changed';
  expect(recent.get('a')?.text).toBe('words');
});
