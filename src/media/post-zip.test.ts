import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { parseFilenameTemplate } from '#filenames/template.ts';
import type { MediaItem, ThreadsPost } from '#threads/contract.ts';
import { createPostZip } from './post-zip.ts';

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
const post: ThreadsPost = {
  code: 'DAxampleCode',
  url: 'https://www.threads.com/@mira/post/DAxampleCode',
  author: { username: 'mira', name: '' },
  text: '山还是那座山',
  publishedAt: '2026-10-02T07:30:00.000Z',
  linksTo: null,
  items: [item],
};
const file = {
  item,
  rendition: item.renditions[0],
  index: 7,
  extension: 'mp4',
  bytes: 3,
  tag: '"a"',
  open: async () => Readable.from([Buffer.from('abc')]),
};

async function namesIn(
  threadsPost: ThreadsPost,
  options: Parameters<typeof createPostZip>[2],
): Promise<string> {
  const text = Buffer.concat(await createPostZip(threadsPost, [file], options).write().toArray()).toString(
    'utf8',
  );
  return /"name": "([^"]+)"/.exec(text)?.[1] ?? '';
}

test('a file name starts with the padded index and has the date of the post', async () => {
  expect(await namesIn(post, { count: 9 })).toBe(`07-threads-video-7-${Date.parse(post.publishedAt)}.mp4`);
  expect(await namesIn(post, { count: 120 })).toMatch(/^007-threads-video-7-/);
  expect(await namesIn({ ...post, publishedAt: '' }, { count: 9 })).toMatch(/^07-threads-video-7-9466848/);
});

test('a template replaces the default file names', async () => {
  const template = parseFilenameTemplate('{text} {index}');
  if (!template.ok) throw new Error('a template that was not read');
  expect(await namesIn(post, { count: 9, template: template.value })).toBe('山还是那座山 07.mp4');
});

test('post.json and post.txt list every post of a thread with its files', async () => {
  const posts = ['DAfirstCode0', post.code, 'DAthirdCode0'].map((code, index) => ({
    code,
    url: `https://www.threads.com/@mira/post/${code}`,
    text: index === 2 ? '' : `Text ${index}`,
    publishedAt: `2026-10-02T07:3${index}:00.000Z`,
  }));
  const files = [0, 0, 2].map((postIndex, fileIndex) => {
    const position = { code: posts[postIndex]?.code ?? '', url: '', place: postIndex + 1, of: 3 };
    const alt = fileIndex === 0 ? 'a hill' : null;
    return {
      ...file,
      index: fileIndex + 1,
      item: { ...item, alt, source: { ...item.source, post: position } },
    };
  });
  const thread: ThreadsPost = { ...post, text: 'Text 1', thread: { posts } };
  const template = parseFilenameTemplate('{index}');
  if (!template.ok) throw new Error('a template that was not read');
  const zip = createPostZip(thread, files, { count: 3, template: template.value });
  const zipText = Buffer.concat(await zip.write().toArray()).toString('utf8');
  const [first, second, third] = posts.map(({ url, publishedAt }) => `@mira\n${publishedAt}\n${url}`);
  expect(zipText).toContain(
    `${first}\n\nText 0\n\n01.mp4\na hill\n\n02.mp4\n\n${second}\n\nText 1\n\n${third}\n\n03.mp4\n`,
  );
  const written = JSON.parse(zipText.slice(zipText.indexOf('{\n'), zipText.indexOf('\n}\n') + 2));
  expect(written.thread).toEqual(posts);
  const singlePostZip = createPostZip({ ...post, thread: { more: 2 } }, [file], { count: 1 });
  expect(Buffer.concat(await singlePostZip.write().toArray()).toString('utf8')).not.toContain('"thread"');
});

test('the entity tag changes with file, text and selection, and is stable otherwise', () => {
  const tags = [
    createPostZip(post, [file], { count: 9 }),
    createPostZip(post, [{ ...file, tag: '"b"' }], { count: 9 }),
    createPostZip({ ...post, text: 'x' }, [file], { count: 9 }),
    createPostZip(post, [{ ...file, index: 8 }], { count: 9 }),
  ].map(({ entityTag }) => entityTag);
  expect(new Set(tags).size).toBe(4);
  expect(createPostZip(structuredClone(post), [file], { count: 9 }).entityTag).toBe(tags[0]);
});
