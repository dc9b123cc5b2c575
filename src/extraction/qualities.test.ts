import { expect, test } from 'vitest';
import type { TicketRequest } from '#media/contract.ts';
import { noCapabilities } from '#media/conversion-capabilities.ts';
import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import { listQualities } from './qualities.ts';

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

const post = (...items: MediaItem[]): ThreadsPost => ({
  code: 'ABC',
  url: 'https://www.threads.com/@ann/post/ABC',
  author: { username: 'ann', name: 'Ann' },
  text: 'hello',
  publishedAt: '2026-01-01T00:00:00.000Z',
  linksTo: null,
  items,
});

async function list(subject: ThreadsPost, capabilities = noCapabilities) {
  const ticketRequests: TicketRequest[] = [];
  const result = await listQualities(subject, {
    now: () => 1_763_715_600_000,
    capabilities,
    issueTicket(request) {
      if (request.url.includes('evil')) return null;
      ticketRequests.push(request);
      return `/media/${ticketRequests.length}`;
    },
  });
  return { ...result, ticketRequests };
}

test('a video is listed with all of its metadata', async () => {
  const { qualities, ticketRequests } = await list(post(item()));
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
  expect(ticketRequests.map(({ purpose, item: { part } }) => [purpose, part])).toEqual([
    ['inline', 'thumbnail'],
    ['attachment', 'file'],
    ['inline', 'file'],
  ]);
  expect(ticketRequests[1]).toMatchObject({
    name: 'threads-video-1-1763715600000',
    item: { postUrl: 'https://www.threads.com/@ann/post/ABC', itemId: '11', format: 'MP4' },
  });
});

test('items are numbered across types, and each type has its own label', async () => {
  const { qualities } = await list(
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
  const rows = qualities.map(({ displayName, format, resolution, quality }) => [
    displayName,
    format,
    resolution,
    quality,
  ]);
  expect(rows).toEqual([
    ['Video 1', 'MP4', '720x1280', '720p'],
    ['Image 2', 'JPG', '720x1280', 'Original'],
    ['GIF 3', 'GIF', 'Unknown', 'Original'],
    ['Audio 4', 'M4A', 'Unknown', 'Original'],
  ]);
});

test('a second file of an item has the same index and its format as quality', async () => {
  const renditions: MediaItem['renditions'] = [rendition({ format: 'GIF' }), rendition({ format: 'MP4' })];
  const { qualities } = await list(post(item({ type: 'gif', renditions })));
  expect(
    qualities.map(({ index, itemId, displayName, quality }) => [index, itemId, displayName, quality]),
  ).toEqual([
    [1, '11', 'GIF 1', 'Original'],
    [1, '11', 'GIF 1', 'MP4'],
  ]);
});

test('files on hosts that are not allowed are left out, and the indexes stay contiguous', async () => {
  const evil = rendition({ url: 'https://evil.example/x' });
  const { qualities } = await list(
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
  expect((await list(post(item({ renditions: [evil] })))).qualities).toEqual([]);
});

test('the post summary has no items, and a link only if the post has one', async () => {
  expect((await list(post())).post).toEqual({
    code: 'ABC',
    url: 'https://www.threads.com/@ann/post/ABC',
    author: { username: 'ann', name: 'Ann' },
    text: 'hello',
    publishedAt: '2026-01-01T00:00:00.000Z',
  });
  expect((await list({ ...post(), linksTo: 'https://example.org/' })).post.linksTo).toBe(
    'https://example.org/',
  );
});

test('the response has no CDN URLs', async () => {
  expect(JSON.stringify((await list(post(item()))).qualities)).not.toContain('fbcdn');
});

test('conversions are listed and sealed only into the attachment ticket', async () => {
  const photo = item({ id: '12', type: 'image', renditions: [rendition({ format: 'WEBP' })] });
  const { qualities, ticketRequests } = await list(post(item(), photo), {
    ...noCapabilities,
    canDecode: async (extension) => extension === 'webp',
  });
  expect(qualities.map(({ conversions }) => conversions)).toEqual([undefined, ['jpg', 'png']]);
  const sealed = ticketRequests.filter(({ item: { itemId, part } }) => itemId === '12' && part === 'file');
  expect(sealed.map(({ purpose, conversions }) => [purpose, conversions])).toEqual([
    ['attachment', ['jpg', 'png']],
    ['inline', undefined],
  ]);
});

test('a ticket of a JPG allows JPG, because the bytes may be another format, but the response lists only others', async () => {
  const photo = item({ id: '12', type: 'image', renditions: [rendition({ format: 'JPG' })] });
  const { qualities, ticketRequests } = await list(post(photo), {
    ...noCapabilities,
    canDecode: async () => true,
  });
  expect(qualities[0]?.conversions).toEqual(['png']);
  expect(ticketRequests.find(({ purpose }) => purpose === 'attachment')?.conversions).toEqual(['jpg', 'png']);
});
