import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Scene, serveFile, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { findFfmpeg, makeVideo } from '#test/support/programs.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { type Conversion, type ConversionLimits, conversionLimits, conversions } from './contract.ts';
import { type ConversionCapabilities, noCapabilities } from './conversion-capabilities.ts';
import { createAudioExtractor } from './convert/audio.ts';
import { probeFfmpeg } from './convert/ffmpeg.ts';
import { sniffMediaType } from './upstream/sniff.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#36c', noise } })
  .webp()
  .toBuffer();
const imageCapabilities: ConversionCapabilities = {
  ...noCapabilities,
  canDecode: async (extension) => ['jpg', 'png', 'webp', 'gif', 'avif'].includes(extension),
};

async function start(limits: Partial<ConversionLimits> = {}, capabilities = imageCapabilities) {
  const upstream = await startFaultyUpstream();
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    capabilities,
    conversionLimits: limits,
    limits: { idleMs: 2_000, firstByteMs: 2_000, openMs: 3_000 },
  });
  return {
    upstream,
    relay,
    pathFor(scene: Scene, overrides: Parameters<typeof relay.ticketFor>[1] = {}) {
      return relay.ticketFor(upstream.on('/a', scene), { conversions: [...conversions], ...overrides });
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test('a WebP is served as a complete JPG with length, name and type', async () => {
  await using scene = await start();
  const path = scene.pathFor(serveFile(photo, 'image/webp'));
  const { status, headers, body, isComplete } = await scene.relay.get(`${path}?as=jpg`);
  expect([status, isComplete, headers['content-length']]).toEqual([200, true, String(body.length)]);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['content-disposition']).toBe('attachment; filename=threads-video-1-1763715600000.jpg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
  expect(scene.relay.transfers.at(-1)).toMatchObject({ outcome: 'complete', bytes: body.length });
});

test('a converted file ignores range requests', async () => {
  await using scene = await start();
  const path = scene.pathFor(serveFile(photo, 'image/webp'));
  const part = { range: 'bytes=5-', 'if-range': '"x"' };
  const { status, headers, body } = await scene.relay.get(`${path}?as=png`, part);
  expect([status, headers['accept-ranges'], headers.etag]).toEqual([200, 'none', undefined]);
  expect((await sharp(body).metadata()).format).toBe('png');
});

test('HEAD returns name and type of a converted file without fetching anything', async () => {
  await using scene = await start();
  const path = scene.pathFor(serveFile(photo, 'image/webp'));
  const { status, headers } = await scene.relay.get(`${path}?as=png`, {}, 'HEAD');
  expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'image/png', undefined]);
  expect(scene.upstream.requests).toEqual([]);
});

test('a file that already has the requested format is not converted', async () => {
  await using scene = await start();
  const png = await sharp(photo).png().toBuffer();
  const path = scene.pathFor(serveFile(png, 'image/webp'));
  expect((await scene.relay.get(`${path}?as=png`)).body).toEqual(png);
});

test('only conversions sealed in the ticket are accepted', async () => {
  await using scene = await start();
  const getBody = async (as: string, overrides: Parameters<typeof scene.relay.ticketFor>[1]) => {
    const before = scene.upstream.requests.length;
    const { body } = await scene.relay.get(
      `${scene.pathFor(serveFile(photo, 'image/webp'), overrides)}?${as}`,
    );
    expect(scene.upstream.requests).toHaveLength(before);
    return body.toString();
  };
  expect(await getBody('as=jpg', { conversions: ['png'] })).toBe('conversion.unavailable');
  expect(await getBody('as=jpg', { conversions: [] })).toBe('conversion.unavailable');
  for (const query of ['as=svg', 'as=', 'as', 'as=jpg&as=png', 'as=jpg&x=1', 'as=jpg%20', 'AS=jpg', 'pass=x'])
    expect(await getBody(query, {})).toBe('ticket.invalid');
  const inline = scene.pathFor(serveFile(photo, 'image/webp'));
  const result = await scene.relay.media.readWholeFile(`${inline.slice('/media/'.length)}?as=jpg`, 1_000_000);
  expect(result).toMatchObject({ error: { code: 'conversion.unavailable' } });
});

test.each<[string, Conversion, Scene, Partial<ConversionLimits>, string]>([
  ['not there', 'jpg', (_, response) => void response.writeHead(404).end(), {}, 'media.gone'],
  ['HTML', 'jpg', serveFile(Buffer.from('<html>'), 'image/webp'), {}, 'media.wrong_type'],
  [
    'an SVG',
    'png',
    serveFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'),
    {},
    'media.wrong_type',
  ],
  ['another kind', 'm4a', serveFile(photo, 'image/webp'), {}, 'conversion.unavailable'],
  [
    'of no known form',
    'jpg',
    serveFile(Buffer.from([1, 2, 3, 0, 255, 4]), 'image/webp'),
    {},
    'conversion.failed',
  ],
  ['torn', 'jpg', serveFile(photo.subarray(0, 40), 'image/webp'), {}, 'conversion.failed'],
  ['too many bytes', 'jpg', serveFile(photo, 'image/webp'), { imageBytes: 50 }, 'conversion.too_large'],
  ['too many pixels', 'jpg', serveFile(photo, 'image/webp'), { pixels: 64 * 48 - 1 }, 'conversion.too_large'],
  ['much too much of it', 'png', serveFile(photo, 'image/webp'), { outputBytes: 20 }, 'conversion.too_large'],
  ['more than is held', 'png', serveFile(photo, 'image/webp'), { pendingBytes: 20 }, 'media.busy'],
])('a file that is %s is rejected as %s', async (_name, as, upstream, limits, code) => {
  await using scene = await start(limits);
  const { status, body } = await scene.relay.get(`${scene.pathFor(upstream)}?as=${as}`);
  expect([status, body.toString()]).toEqual([599, code]);
  await expect.poll(() => scene.upstream.openSockets()).toBeLessThanOrEqual(1);
});

test('an interrupted source is an error, never a partial image', async () => {
  await using scene = await start();
  const truncatedImage: Scene = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': photo.length });
    response.write(photo.subarray(0, photo.length - 10), () => response.destroy());
  };
  const { body } = await scene.relay.get(`${scene.pathFor(truncatedImage)}?as=jpg`);
  expect(body.toString()).toBe('media.unreachable');
});

test('requests beyond concurrency and queue get media.busy', async () => {
  await using scene = await start({ concurrency: 1, maxQueued: 1 });
  const pendingResponses: (() => void)[] = [];
  const slow: Scene = (request, response) =>
    void pendingResponses.push(() => serveFile(photo, 'image/webp')(request, response));
  const path = `${scene.pathFor(slow)}?as=jpg`;
  const first = scene.relay.get(path);
  await expect.poll(() => pendingResponses.length).toBe(1);
  const second = scene.relay.get(path);
  const third = scene.relay.get(path);
  const busyResponse = await Promise.race([second, third]);
  expect(busyResponse.body.toString()).toBe('media.busy');
  pendingResponses.shift()?.();
  expect((await first).status).toBe(200);
  await expect.poll(() => pendingResponses.length).toBe(1);
  pendingResponses.shift()?.();
  expect((await Promise.all([second, third])).map(({ status }) => status).sort()).toEqual([200, 599]);
});

test('a client that disconnects frees the upstream connection and its slot', async () => {
  await using scene = await start({ concurrency: 1, maxQueued: 0 });
  const stuck: Scene = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': photo.length });
    response.write(photo.subarray(0, 100));
  };
  const controller = new AbortController();
  const responsePromise = fetch(`${scene.relay.origin}${scene.pathFor(stuck)}?as=jpg`, {
    signal: controller.signal,
  });
  await expect.poll(() => scene.upstream.openSockets()).toBe(1);
  const ended = scene.relay.nextTransfer();
  controller.abort();
  await expect(responsePromise).rejects.toThrow();
  expect(await ended).toMatchObject({ outcome: 'client_gone', bytes: 0 });
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
  const next = await scene.relay.get(`${scene.pathFor(serveFile(photo, 'image/webp'))}?as=jpg`);
  expect(next.status).toBe(200);
});

test('ffmpeg stops on a timeout or a client disconnect, and leaves no temporary files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-convert-'));
  const signals: AbortSignal[] = [];
  const endless = (_video: unknown, signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signals.push(signal);
      signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
    }).catch(() => ({ ok: false, error: { code: 'conversion.failed' } }) as const);
  const ffmpeg = { createGif: endless };
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5_000, 7)]);
  {
    await using scene = await start({ timeoutMs: 150 }, { ...imageCapabilities, ffmpeg, tempFolder: folder });
    const path = `${scene.pathFor(serveFile(mp4, 'video/mp4'))}?as=gif`;
    expect((await scene.relay.get(path)).body.toString()).toBe('conversion.too_large');
  }
  {
    await using scene = await start({}, { ...imageCapabilities, ffmpeg, tempFolder: folder });
    const controller = new AbortController();
    const path = `${scene.pathFor(serveFile(mp4, 'video/mp4'))}?as=gif`;
    const responsePromise = fetch(`${scene.relay.origin}${path}`, { signal: controller.signal });
    await expect.poll(() => signals.length).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
    const ended = scene.relay.nextTransfer();
    controller.abort();
    await expect(responsePromise).rejects.toThrow();
    expect((await ended).outcome).toBe('client_gone');
  }
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  rmSync(folder, { recursive: true });
});

const program = findFfmpeg();
test.runIf(program)('the relay serves a GIF made by ffmpeg, and the audio of a video', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-convert-'));
  const probeResult = await probeFfmpeg(program ?? '', folder, conversionLimits);
  if (!probeResult.ok) throw new Error(probeResult.error);
  await using scene = await start(
    {},
    {
      ...imageCapabilities,
      extractAudio: createAudioExtractor(),
      ffmpeg: probeResult.value,
      tempFolder: folder,
    },
  );
  const source = [
    ...['-f', 'lavfi', '-i', 'testsrc=d=0.3:s=64x48:r=10'],
    ...['-f', 'lavfi', '-i', 'sine=d=0.3'],
  ];
  const video = makeVideo(program ?? '', [...source, '-c:v', 'mpeg4', '-c:a', 'aac']);
  const path = scene.pathFor(serveFile(video, 'video/mp4'));
  for (const [as, type] of [
    ['gif', 'image/gif'],
    ['m4a', 'audio/mp4'],
  ] as const) {
    const { status, headers, body } = await scene.relay.get(`${path}?as=${as}`);
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      type,
      String(body.length),
    ]);
    expect(sniffMediaType(body, '')?.extension).toBe(as);
  }
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
