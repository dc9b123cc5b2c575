import { expect, test } from 'vitest';
import type { Locale } from '#i18n/locales.ts';
import { emptyDatabase } from '#test/support/databases.ts';
import { findLinkTargets } from './find-link-targets.ts';
import { createSeeder } from './fixtures/seed-posts.ts';
import { createBlogReader } from './read.ts';

async function find(
  posts: { title: string; locale?: Locale; status?: 'draft' }[],
  text: string,
  { locale = 'en', own = -1 }: { locale?: Locale; own?: number } = {},
): Promise<string[]> {
  const database = await emptyDatabase();
  const { seedPost } = createSeeder(database.query);
  for (const post of posts) await seedPost(post);
  const reader = createBlogReader({ database, now: Date.now });
  const all = await findLinkTargets(reader, { locale, text, postId: null });
  const ownId = all.find(({ title }) => title === posts[own]?.title)?.id ?? null;
  const links = await findLinkTargets(reader, { locale, text, postId: ownId });
  return links.map(({ phrase, title }) => `${phrase} -> ${title}`);
}

test('phrases of the text link to published posts whose titles have them', async () => {
  const posts = [
    { title: 'How to save a video on your phone' },
    { title: 'Alt text for beginners' },
    { title: 'Save a video with a draft', status: 'draft' as const },
    { title: 'Save a video auf Deutsch', locale: 'de' as const },
    { title: 'Something else' },
  ];
  const text = 'Today we save a video on\nthe phone. Always write Alt Text.';
  expect(await find(posts, text)).toEqual([
    'save a video -> How to save a video on your phone',
    'Alt Text -> Alt text for beginners',
  ]);
});

test('a post is not linked to itself, and a part of the text has one link', async () => {
  const posts = [{ title: 'Save a video' }, { title: 'Save a video quickly' }, { title: 'Video formats' }];
  const text = 'You can save a video quickly. Then read about video formats.';
  expect(await find(posts, text)).toEqual([
    'save a video quickly -> Save a video quickly',
    'video formats -> Video formats',
  ]);
  expect(await find(posts, text, { own: 1 })).toEqual([
    'video formats -> Video formats',
    'save a video -> Save a video',
  ]);
});

test('one long word is enough, short and common words are not', async () => {
  const posts = [{ title: 'Accessibility' }, { title: 'What is it for?' }, { title: 'Films' }];
  expect(await find(posts, 'Accessibility is what it is for films.')).toEqual([
    'Accessibility -> Accessibility',
  ]);
});

test('Chinese and Thai phrases are found without spaces', async () => {
  expect(
    await find([{ title: '如何下载视频', locale: 'zh' }], '今天我们下载视频。', { locale: 'zh' }),
  ).toEqual(['下载视频 -> 如何下载视频']);
  expect(
    await find([{ title: 'วิธีดาวน์โหลดวิดีโอ', locale: 'th' }], 'วันนี้เราดาวน์โหลดวิดีโอกัน', { locale: 'th' }),
  ).toEqual(['ดาวน์โหลดวิดีโอ -> วิธีดาวน์โหลดวิดีโอ']);
});

test('a text without words has no links', async () => {
  expect(await find([{ title: 'Accessibility' }], ' … 😀 \n')).toEqual([]);
});
