import { expect, test } from 'vitest';
import { selectFilenamePost } from './filename.ts';

const author = { username: 'maker' } as Parameters<typeof selectFilenamePost>[0]['author'];
const post = { author, code: 'A', text: 'first', publishedAt: '2026-11-21T00:00:00.000Z' };
const second = { code: 'B', text: 'second', publishedAt: '2026-11-22T00:00:00.000Z' };
type Thread = Parameters<typeof selectFilenamePost>[0]['thread'];
type Position = Parameters<typeof selectFilenamePost>[1];
const createPosition = (code: string) => ({ code }) as Position;

test('a file of a single post is named after it', () => {
  const expected = { username: 'maker', code: 'A', text: 'first', publishedAt: post.publishedAt };
  expect(selectFilenamePost(post as Parameters<typeof selectFilenamePost>[0], undefined)).toEqual(expected);
  expect(selectFilenamePost(post as Parameters<typeof selectFilenamePost>[0], createPosition('B'))).toEqual(
    expected,
  );
});

test('a file of a thread is named after the post that contains it', () => {
  const thread = { posts: [{ code: 'A', text: 'first', publishedAt: '' }, second] } as unknown as Thread;
  const threadPost = { ...post, thread } as Parameters<typeof selectFilenamePost>[0];
  expect(selectFilenamePost(threadPost, createPosition('B'))).toEqual({ username: 'maker', ...second });
  expect(selectFilenamePost(threadPost, createPosition('A')).publishedAt).toBe('');
});

test('a file whose post is unknown is named after the linked post', () => {
  const thread = { posts: [second] } as unknown as Thread;
  const threadPost = { ...post, thread } as Parameters<typeof selectFilenamePost>[0];
  expect(selectFilenamePost(threadPost, undefined).code).toBe('A');
  expect(selectFilenamePost(threadPost, createPosition('C')).code).toBe('A');
  const postWithMore = { ...post, thread: { more: 3 } } as Parameters<typeof selectFilenamePost>[0];
  expect(selectFilenamePost(postWithMore, createPosition('B')).code).toBe('A');
});
