import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readTemplate } from '#names/read-template.ts';
import type { MediaItem, Post } from '#threads/contract.ts';
import { archivePost } from './archive-post.ts';

const item: MediaItem = {
  id: '1',
  type: 'video',
  renditions: [{ url: 'https://a.fbcdn.net/1', format: 'MP4', width: 720, height: 1280, bytes: null }],
  durationSeconds: 3,
  hasAudio: true,
  alt: null,
  thumbnailUrl: null,
  source: { kind: 'quoted', username: 'otto', code: null },
};
const post: Post = {
  code: 'DAxampleCode',
  url: 'https://www.threads.com/@mira/post/DAxampleCode',
  author: { username: 'mira', name: '' },
  text: '山还是那座山',
  publishedAt: '2026-10-02T07:30:00.000Z',
  linksTo: null,
  items: [item],
};
const file = {
  ...{ item, rendition: item.renditions[0], index: 7, extension: 'mp4', bytes: 3, tag: '"a"' },
  open: async () => Readable.from([Buffer.from('abc')]),
};

async function namesIn(of: Post, options: Parameters<typeof archivePost>[2]): Promise<string> {
  const text = Buffer.concat(await archivePost(of, [file], options).write().toArray()).toString('utf8');
  return /"name": "([^"]+)"/.exec(text)?.[1] ?? '';
}

test('a file is called by its place first, as wide as the post needs, and dated by the post', async () => {
  expect(await namesIn(post, { count: 9 })).toBe(`07-threads-video-7-${Date.parse(post.publishedAt)}.mp4`);
  expect(await namesIn(post, { count: 120 })).toMatch(/^007-threads-video-7-/);
  expect(await namesIn({ ...post, publishedAt: '' }, { count: 9 })).toMatch(/^07-threads-video-7-9466848/);
});

test('a template names the files instead', async () => {
  const template = readTemplate('{text} {index}');
  if (!template.ok) throw new Error('a template that was not read');
  expect(await namesIn(post, { count: 9, template: template.value })).toBe('山还是那座山 07.mp4');
});

test('another file, text or choice is another archive; the same is the same', () => {
  const tags = [
    archivePost(post, [file], { count: 9 }),
    archivePost(post, [{ ...file, tag: '"b"' }], { count: 9 }),
    archivePost({ ...post, text: 'x' }, [file], { count: 9 }),
    archivePost(post, [{ ...file, index: 8 }], { count: 9 }),
  ].map(({ entityTag }) => entityTag);
  expect(new Set(tags).size).toBe(4);
  expect(archivePost(structuredClone(post), [file], { count: 9 }).entityTag).toBe(tags[0]);
});
