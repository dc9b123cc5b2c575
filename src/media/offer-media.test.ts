import { expect, test } from 'vitest';
import type { MediaItem, Post, Rendition } from '#threads/contract.ts';
import { noAbilities } from './convert-abilities.ts';
import type { TicketRequest } from './issue-ticket.ts';
import { offerMedia } from './offer-media.ts';

const rendition = (overrides: Partial<Rendition> = {}): Rendition => ({
  url: 'https://a.fbcdn.net/file.mp4',
  format: 'MP4',
  width: 720,
  height: 1280,
  bytes: 12_345,
  ...overrides,
});

const item = (overrides: Partial<MediaItem> = {}): MediaItem => ({
  id: '11',
  type: 'video',
  renditions: [rendition()],
  durationSeconds: 9.5,
  hasAudio: true,
  alt: 'a cat',
  thumbnailUrl: 'https://a.fbcdn.net/cover.jpg',
  source: { kind: 'own', username: 'ann', code: 'ABC' },
  ...overrides,
});

const post = (...items: MediaItem[]): Post => ({
  code: 'ABC',
  url: 'https://www.threads.com/@ann/post/ABC',
  author: { username: 'ann', name: 'Ann' },
  text: 'hello',
  publishedAt: '2026-01-01T00:00:00.000Z',
  linksTo: null,
  items,
});

function offer(subject: Post, abilities = noAbilities) {
  const asked: TicketRequest[] = [];
  const offered = offerMedia(subject, {
    now: () => 1_763_715_600_000,
    abilities,
    issueTicket(request) {
      if (request.url.includes('evil')) return null;
      asked.push(request);
      return `/media/${asked.length}`;
    },
  });
  return { ...offered, asked };
}

test('a video is offered with all that is known of it', () => {
  const { qualities, asked } = offer(post(item()));
  expect(qualities).toEqual([
    {
      type: 'video',
      displayName: 'Video 1',
      format: 'MP4',
      resolution: '720x1280',
      quality: '720p',
      url: '/media/2',
      itemId: '11',
      index: 1,
      width: 720,
      height: 1280,
      bytes: 12_345,
      durationSeconds: 9.5,
      hasAudio: true,
      alt: 'a cat',
      thumbnailUrl: '/media/1',
      previewUrl: '/media/3',
      source: { kind: 'own', username: 'ann' },
    },
  ]);
  expect(asked.map(({ purpose, item: { part } }) => [purpose, part])).toEqual([
    ['inline', 'thumbnail'],
    ['attachment', 'file'],
    ['inline', 'file'],
  ]);
  expect(asked[1]).toMatchObject({
    name: 'threads-video-1-1763715600000',
    item: { postUrl: 'https://www.threads.com/@ann/post/ABC', itemId: '11', format: 'MP4' },
  });
});

test('items are counted over the whole answer, and each kind has its word', () => {
  const { qualities } = offer(
    post(
      item(),
      item({ id: '12', type: 'image', renditions: [rendition({ format: 'jpg' })] }),
      item({ id: '13', type: 'gif', renditions: [rendition({ format: 'GIF', width: null, height: null })] }),
      item({
        id: '14',
        type: 'audio',
        renditions: [rendition({ format: 'M4A', width: null, height: null })],
      }),
    ),
  );
  const seen = qualities.map(({ displayName, format, resolution, quality }) => [
    displayName,
    format,
    resolution,
    quality,
  ]);
  expect(seen).toEqual([
    ['Video 1', 'MP4', '720x1280', '720p'],
    ['Image 2', 'JPG', '720x1280', 'Original'],
    ['GIF 3', 'GIF', 'Unknown', 'Original'],
    ['Audio 4', 'M4A', 'Unknown', 'Original'],
  ]);
});

test('a second file of an item shares its place and names its format', () => {
  const renditions: MediaItem['renditions'] = [rendition({ format: 'GIF' }), rendition({ format: 'MP4' })];
  const { qualities } = offer(post(item({ type: 'gif', renditions })));
  expect(
    qualities.map(({ index, itemId, displayName, quality }) => [index, itemId, displayName, quality]),
  ).toEqual([
    [1, '11', 'GIF 1', 'Original'],
    [1, '11', 'GIF 1', 'MP4'],
  ]);
});

test('what lies on a host we do not fetch from is left out, and the rest moves up', () => {
  const evil = rendition({ url: 'https://evil.example/x' });
  const { qualities } = offer(
    post(
      item({ id: '1', renditions: [evil] }),
      item({
        id: '2',
        renditions: [evil, rendition({ format: 'WEBP' })],
        thumbnailUrl: 'https://evil.example/y',
      }),
      item({ id: '3', thumbnailUrl: null }),
    ),
  );
  expect(
    qualities.map(({ itemId, index, displayName, quality, thumbnailUrl }) => [
      itemId,
      index,
      displayName,
      quality,
      thumbnailUrl,
    ]),
  ).toEqual([
    ['2', 1, 'Video 1', '720p', null],
    ['3', 2, 'Video 2', '720p', null],
  ]);
  expect(offer(post(item({ renditions: [evil] }))).qualities).toEqual([]);
});

test('the post is told without its items, and with its link only where it has one', () => {
  expect(offer(post()).post).toEqual({
    code: 'ABC',
    url: 'https://www.threads.com/@ann/post/ABC',
    author: { username: 'ann', name: 'Ann' },
    text: 'hello',
    publishedAt: '2026-01-01T00:00:00.000Z',
  });
  expect(offer({ ...post(), linksTo: 'https://example.org/' }).post.linksTo).toBe('https://example.org/');
});

test('no address of the CDN is in the answer', () => {
  expect(JSON.stringify(offer(post(item())).qualities)).not.toContain('fbcdn');
});

test('what this server can make of a file is listed with it, and sealed into its address alone', () => {
  const photo = item({ id: '12', type: 'image', renditions: [rendition({ format: 'WEBP' })] });
  const { qualities, asked } = offer(post(item(), photo), { ...noAbilities, pictures: new Set(['webp']) });
  expect(qualities.map(({ conversions }) => conversions)).toEqual([undefined, ['jpg', 'png']]);
  const sealed = asked.filter(({ item: { itemId, part } }) => itemId === '12' && part === 'file');
  expect(sealed.map(({ purpose, conversions }) => [purpose, conversions])).toEqual([
    ['attachment', ['jpg', 'png']],
    ['inline', undefined],
  ]);
});
