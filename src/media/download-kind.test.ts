import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defaultFilename, mediaDisplayName } from '#filenames/filename.ts';
import { buildFile, serveFile, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { startZipRelay } from '#test/support/start-zip-relay.ts';
import { type DownloadKind, offloadFallbackValue, offloadHeader, type Ticket } from './contract.ts';
import { noCapabilities } from './conversion-capabilities.ts';

const video = buildFile('mp4', 300_000);

async function start() {
  const upstream = await startFaultyUpstream();
  const downloads: DownloadKind[] = [];
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    capabilities: { ...noCapabilities, canDecode: async (extension) => ['jpg', 'webp'].includes(extension) },
    mayOffload: ({ headers }) => headers[offloadHeader] === 'nginx',
    isFallback: ({ headers }) => headers[offloadHeader] === offloadFallbackValue,
    onDownload: (kind) => downloads.push(kind),
  });
  return {
    upstream,
    relay,
    downloads,
    videoPath: (overrides: Partial<Ticket> = {}) =>
      relay.ticketFor(upstream.on('/v', serveFile(video, 'video/mp4')), overrides),
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test('a saved file counts by the type of its item, whatever name its URL asks for', async () => {
  await using scene = await start();
  const { relay, downloads } = scene;
  for (const type of ['video', 'image', 'gif', 'audio'] as const) {
    const name = defaultFilename(mediaDisplayName(type, 2), 5);
    await relay.get(`${scene.videoPath({ name })}?name=threads-audio-1-5`);
  }
  await relay.get(scene.videoPath({ name: 'x' }));
  expect(downloads).toEqual(['video', 'image', 'gif', 'audio', 'video']);
});

test('a converted file counts as what it became', async () => {
  await using scene = await start();
  const { relay, upstream, downloads } = scene;
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#36c' } })
    .webp()
    .toBuffer();
  const path = relay.ticketFor(upstream.on('/p', serveFile(photo, 'image/webp')), { conversions: ['jpg'] });
  expect((await relay.get(`${path}?as=jpg`)).status).toBe(200);
  expect(downloads).toEqual(['image']);
});

test('a download that is resumed counts once, and one of a proxy too', async () => {
  await using scene = await start();
  const { relay, downloads } = scene;
  const path = scene.videoPath();
  const { headers } = await relay.get(path, {}, 'HEAD');
  await relay.get(path, { range: 'bytes=0-99999' });
  await relay.get(path, { range: 'bytes=100000-199999' });
  expect(downloads).toEqual([]);
  await relay.get(path, { range: 'bytes=200000-', 'if-range': String(headers.etag) });
  expect(downloads).toEqual(['video']);
  await relay.get(path, { [offloadHeader]: 'nginx' });
  await relay.get(path, { [offloadHeader]: offloadFallbackValue });
  expect(downloads).toEqual(['video', 'video']);
});

test('a base64 download counts too', async () => {
  await using scene = await start();
  const read = await scene.relay.media.readWholeFile(scene.videoPath().slice('/media/'.length), 1_000_000);
  expect(read.ok).toBe(true);
  expect(scene.downloads).toEqual(['video']);
});

test('players, previews and broken transfers don’t count', async () => {
  await using scene = await start();
  const { relay, upstream, downloads } = scene;
  await relay.get(scene.videoPath({ purpose: 'inline' }));
  const item = { postUrl: 'https://www.threads.com/@a/post/b', itemId: '1', format: 'JPG' };
  await relay.get(scene.videoPath({ item: { ...item, part: 'thumbnail' } }));
  await relay.get('/media/unknown');
  const cut = upstream.on('/cut', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': video.length });
    response.write(video.subarray(0, 1000), () => response.destroy());
  });
  expect((await relay.get(relay.ticketFor(cut))).isComplete).toBe(false);
  expect(downloads).toEqual([]);
});

test('a ZIP counts as one download', async () => {
  const downloads: DownloadKind[] = [];
  await using scene = await startZipRelay({ onDownload: (kind) => downloads.push(kind) });
  expect((await scene.relay.get(scene.zipUrl)).status).toBe(200);
  await scene.relay.get(scene.zipUrl, {}, 'HEAD');
  expect(downloads).toEqual(['zip']);
});
