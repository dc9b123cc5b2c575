import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Scene, serveFile, startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { findFfmpeg, makeVideo } from '#test/support/find-ffmpeg.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { type Conversion, type ConversionLimits, conversionLimits, conversions } from './contract.ts';
import { type Abilities, noAbilities } from './convert-abilities.ts';
import { tryFfmpeg } from './convert-by-ffmpeg.ts';
import { trueType } from './true-type.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#36c', noise } })
  .webp()
  .toBuffer();
const pictures: Abilities = { ...noAbilities, pictures: new Set(['jpg', 'png', 'webp', 'gif', 'avif']) };

async function start(limits: Partial<ConversionLimits> = {}, abilities = pictures) {
  const upstream = await startFaultUpstream();
  const relay = await startMediaRelay({
    ...{ allowedHosts: [upstream.host], abilities, conversionLimits: limits },
    limits: { idleMs: 2_000, firstByteMs: 2_000, openMs: 3_000 },
  });
  return {
    upstream,
    relay,
    address(scene: Scene, overrides: Parameters<typeof relay.ticketFor>[1] = {}) {
      return relay.ticketFor(upstream.on('/a', scene), { conversions: [...conversions], ...overrides });
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test('a WebP comes as a JPG: whole, with its length, its name and its type', async () => {
  await using scene = await start();
  const address = scene.address(serveFile(photo, 'image/webp'));
  const { status, headers, body, isComplete } = await scene.relay.get(`${address}?as=jpg`);
  expect([status, isComplete, headers['content-length']]).toEqual([200, true, String(body.length)]);
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers['content-disposition']).toBe('attachment; filename=threads-video-1-1763715600000.jpg');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
  expect(scene.relay.transfers.at(-1)).toMatchObject({ outcome: 'complete', bytes: body.length });
});

test('a part of it is not given: it is made anew each time', async () => {
  await using scene = await start();
  const address = scene.address(serveFile(photo, 'image/webp'));
  const part = { range: 'bytes=5-', 'if-range': '"x"' };
  const { status, headers, body } = await scene.relay.get(`${address}?as=png`, part);
  expect([status, headers['accept-ranges'], headers.etag]).toEqual([200, 'none', undefined]);
  expect((await sharp(body).metadata()).format).toBe('png');
});

test('HEAD says what it will be called, and nothing is fetched for it', async () => {
  await using scene = await start();
  const address = scene.address(serveFile(photo, 'image/webp'));
  const { status, headers } = await scene.relay.get(`${address}?as=png`, {}, 'HEAD');
  expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'image/png', undefined]);
  expect(scene.upstream.requests).toEqual([]);
});

test('what is that already comes as it is', async () => {
  await using scene = await start();
  const png = await sharp(photo).png().toBuffer();
  const address = scene.address(serveFile(png, 'image/webp'));
  expect((await scene.relay.get(`${address}?as=png`)).body).toEqual(png);
});

test('only what was sealed into the address is made, and of a file to save', async () => {
  await using scene = await start();
  const ask = async (as: string, overrides: Parameters<typeof scene.relay.ticketFor>[1]) => {
    const before = scene.upstream.requests.length;
    const { body } = await scene.relay.get(
      `${scene.address(serveFile(photo, 'image/webp'), overrides)}?${as}`,
    );
    expect(scene.upstream.requests).toHaveLength(before);
    return body.toString();
  };
  expect(await ask('as=jpg', { conversions: ['png'] })).toBe('conversion.unavailable');
  expect(await ask('as=jpg', { conversions: [] })).toBe('conversion.unavailable');
  for (const query of ['as=svg', 'as=', 'as', 'as=jpg&as=png', 'as=jpg&x=1', 'as=jpg%20', 'AS=jpg', 'pass=x'])
    expect(await ask(query, {})).toBe('ticket.invalid');
  const inline = scene.address(serveFile(photo, 'image/webp'));
  const whole = await scene.relay.media.readWhole(`${inline.slice('/media/'.length)}?as=jpg`, 1_000_000);
  expect(whole).toMatchObject({ error: { code: 'conversion.unavailable' } });
});

test.each<[string, Conversion, Scene, Partial<ConversionLimits>, string]>([
  ['not there', 'jpg', (_, answer) => void answer.writeHead(404).end(), {}, 'media.gone'],
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
  ['too many bytes', 'jpg', serveFile(photo, 'image/webp'), { pictureBytes: 50 }, 'conversion.too_large'],
  ['too many pixels', 'jpg', serveFile(photo, 'image/webp'), { pixels: 64 * 48 - 1 }, 'conversion.too_large'],
  ['much too much of it', 'png', serveFile(photo, 'image/webp'), { madeBytes: 20 }, 'conversion.too_large'],
  ['more than is held', 'png', serveFile(photo, 'image/webp'), { heldBytes: 20 }, 'media.busy'],
])('a file that is %s is refused as %s', async (_name, as, upstream, limits, code) => {
  await using scene = await start(limits);
  const { status, body } = await scene.relay.get(`${scene.address(upstream)}?as=${as}`);
  expect([status, body.toString()]).toEqual([599, code]);
  await expect.poll(() => scene.upstream.openSockets()).toBeLessThanOrEqual(1);
});

test('a source that breaks off is a refusal, and never half a picture', async () => {
  await using scene = await start();
  const cut: Scene = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': photo.length });
    response.write(photo.subarray(0, photo.length - 10), () => response.destroy());
  };
  const { body } = await scene.relay.get(`${scene.address(cut)}?as=jpg`);
  expect(body.toString()).toBe('media.unreachable');
});

test('two at once, the next wait, and those behind them are told that it is busy', async () => {
  await using scene = await start({ atOnce: 1, waiting: 1 });
  const held: (() => void)[] = [];
  const slow: Scene = (request, response) =>
    void held.push(() => serveFile(photo, 'image/webp')(request, response));
  const address = `${scene.address(slow)}?as=jpg`;
  const first = scene.relay.get(address);
  await expect.poll(() => held.length).toBe(1);
  const second = scene.relay.get(address);
  const third = scene.relay.get(address);
  const refused = await Promise.race([second, third]);
  expect(refused.body.toString()).toBe('media.busy');
  held.shift()?.();
  expect((await first).status).toBe(200);
  await expect.poll(() => held.length).toBe(1);
  held.shift()?.();
  expect((await Promise.all([second, third])).map(({ status }) => status).sort()).toEqual([200, 599]);
});

test('who leaves while it is read lets go of the media host and of the turn', async () => {
  await using scene = await start({ atOnce: 1, waiting: 0 });
  const stuck: Scene = (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': photo.length });
    response.write(photo.subarray(0, 100));
  };
  const leaving = new AbortController();
  const asked = fetch(`${scene.relay.origin}${scene.address(stuck)}?as=jpg`, { signal: leaving.signal });
  await expect.poll(() => scene.upstream.openSockets()).toBe(1);
  const ended = scene.relay.nextTransfer();
  leaving.abort();
  await expect(asked).rejects.toThrow();
  expect(await ended).toMatchObject({ outcome: 'client_gone', bytes: 0 });
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
  const next = await scene.relay.get(`${scene.address(serveFile(photo, 'image/webp'))}?as=jpg`);
  expect(next.status).toBe(200);
});

test('an ffmpeg that never ends is ended with its time, or when the visitor leaves; nothing is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-convert-'));
  const began: AbortSignal[] = [];
  const endless = (_video: unknown, signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      began.push(signal);
      signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
    }).catch(() => ({ ok: false, error: { code: 'conversion.failed' } }) as const);
  const ffmpeg = { gif: endless, sound: endless };
  const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(5_000, 7)]);
  {
    await using scene = await start({ milliseconds: 150 }, { ...pictures, ffmpeg, folder });
    const address = `${scene.address(serveFile(mp4, 'video/mp4'))}?as=gif`;
    expect((await scene.relay.get(address)).body.toString()).toBe('conversion.too_large');
  }
  {
    await using scene = await start({}, { ...pictures, ffmpeg, folder });
    const leaving = new AbortController();
    const address = `${scene.address(serveFile(mp4, 'video/mp4'))}?as=gif`;
    const asked = fetch(`${scene.relay.origin}${address}`, { signal: leaving.signal });
    await expect.poll(() => began.length).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
    const ended = scene.relay.nextTransfer();
    leaving.abort();
    await expect(asked).rejects.toThrow();
    expect((await ended).outcome).toBe('client_gone');
  }
  expect(began.every(({ aborted }) => aborted)).toBe(true);
  rmSync(folder, { recursive: true });
});

const program = findFfmpeg();
test.runIf(program)('a loop and a sound come through the relay by the machine’s own ffmpeg', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unspool-convert-'));
  const tried = await tryFfmpeg(program ?? '', folder, conversionLimits);
  if (!tried.ok) throw new Error(tried.error);
  await using scene = await start({}, { ...pictures, ffmpeg: tried.value, folder });
  const source = [
    ...['-f', 'lavfi', '-i', 'testsrc=d=0.3:s=64x48:r=10'],
    ...['-f', 'lavfi', '-i', 'sine=d=0.3'],
  ];
  const video = makeVideo(program ?? '', [...source, '-c:v', 'mpeg4', '-c:a', 'aac']);
  const address = scene.address(serveFile(video, 'video/mp4'));
  for (const [as, type] of [
    ['gif', 'image/gif'],
    ['m4a', 'audio/mp4'],
  ] as const) {
    const { status, headers, body } = await scene.relay.get(`${address}?as=${as}`);
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      type,
      String(body.length),
    ]);
    expect(trueType(body, '')?.extension).toBe(as);
  }
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
