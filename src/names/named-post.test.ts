import { expect, test } from 'vitest';
import { namedPost } from './named-post.ts';

const author = { username: 'maker' } as Parameters<typeof namedPost>[0]['author'];
const post = { author, code: 'A', text: 'first', publishedAt: '2026-11-21T00:00:00.000Z' };
const second = { code: 'B', text: 'second', publishedAt: '2026-11-22T00:00:00.000Z' };
type Thread = Parameters<typeof namedPost>[0]['thread'];
type Holder = Parameters<typeof namedPost>[1];
const holder = (code: string) => ({ code }) as Holder;

test('a file of a single post is named after it', () => {
  const named = { username: 'maker', code: 'A', text: 'first', publishedAt: post.publishedAt };
  expect(namedPost(post as Parameters<typeof namedPost>[0], undefined)).toEqual(named);
  expect(namedPost(post as Parameters<typeof namedPost>[0], holder('B'))).toEqual(named);
});

test('a file of a thread is named after the post that shows it', () => {
  const thread = { posts: [{ code: 'A', text: 'first', publishedAt: '' }, second] } as unknown as Thread;
  const whole = { ...post, thread } as Parameters<typeof namedPost>[0];
  expect(namedPost(whole, holder('B'))).toEqual({ username: 'maker', ...second });
  expect(namedPost(whole, holder('A')).publishedAt).toBe('');
});

test('where no post of the thread is known to show it, the file is named after the post of the link', () => {
  const thread = { posts: [second] } as unknown as Thread;
  const whole = { ...post, thread } as Parameters<typeof namedPost>[0];
  expect(namedPost(whole, undefined).code).toBe('A');
  expect(namedPost(whole, holder('C')).code).toBe('A');
  const unread = { ...post, thread: { more: 3 } } as Parameters<typeof namedPost>[0];
  expect(namedPost(unread, holder('B')).code).toBe('A');
});
