import { expect, test } from 'vitest';
import type { MediaItem, ThreadsPost } from '#threads/contract.ts';
import { toFileMetadata } from './file-metadata.ts';

const post: ThreadsPost = {
  code: 'DAbc',
  url: 'https://www.threads.com/@maya/post/DAbc',
  author: { username: 'maya', name: 'Maya Ink' },
  text: '',
  publishedAt: '2026-10-02T07:30:00.000Z',
  linksTo: null,
  items: [],
};
const item = (source: Partial<MediaItem['source']> = {}, alt: string | null = null): MediaItem => ({
  id: '1',
  type: 'image',
  renditions: [{ url: 'https://cdn.example/a.jpg', format: 'JPG', width: 1, height: 1, bytes: null }],
  durationSeconds: null,
  hasAudio: null,
  alt,
  thumbnailUrl: null,
  source: { kind: 'own', username: 'maya', code: 'DAbc', ...source },
});

test('own media has the author, link and date of the post, and its alt text', () => {
  expect(toFileMetadata(post, item({}, 'A fox'))).toEqual({
    author: 'Maya Ink (@maya)',
    link: post.url,
    date: post.publishedAt,
    alt: 'A fox',
  });
  const nameless = { ...post, author: { username: 'maya', name: '' }, publishedAt: '' };
  expect(toFileMetadata(nameless, item())).toEqual({ author: '@maya', link: post.url });
});

test("quoted media has its own author and link, and no date, because that is the quoting post's", () => {
  expect(toFileMetadata(post, item({ kind: 'quoted', username: 'bo.b', code: 'DXyz' }))).toEqual({
    author: '@bo.b',
    link: 'https://www.threads.com/@bo.b/post/DXyz',
  });
  expect(toFileMetadata(post, item({ kind: 'quoted', username: '../a?b', code: 'x/../y' })).link).toBe(
    'https://www.threads.com/@..%2Fa%3Fb/post/x%2F..%2Fy',
  );
  expect(toFileMetadata(post, item({ kind: 'linked', username: '', code: null }))).toEqual({
    author: 'Maya Ink (@maya)',
    link: post.url,
  });
});

test('media of a thread has link and date of the post that shows it', () => {
  const url = 'https://www.threads.com/@maya/post/DSecond';
  const entry = { code: 'DSecond', url, text: '', publishedAt: '2026-10-03T08:00:00.000Z' };
  const position = { code: 'DSecond', url, place: 2, of: 2 };
  const thread = { posts: [{ ...entry, code: 'DAbc', url: post.url }, entry] };
  expect(toFileMetadata({ ...post, thread }, item({ code: 'DSecond', post: position }))).toMatchObject({
    link: url,
    date: '2026-10-03T08:00:00.000Z',
  });
});

test('a long alt text is cut at a character', () => {
  const { alt = '' } = toFileMetadata(post, item({}, '👩‍👩‍👧‍👦'.repeat(100)));
  expect(Buffer.byteLength(alt)).toBeLessThanOrEqual(800);
  expect(alt.length % '👩‍👩‍👧‍👦'.length).toBe(0);
});
