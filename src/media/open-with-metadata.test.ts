import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Scene, serveFile, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { stressRuns } from '#test/support/stress.ts';
import { type FileMetadata, offloadFallbackValue, offloadHeader } from './contract.ts';
import { noCapabilities } from './conversion-capabilities.ts';
import { insertMetadata } from './metadata/insert-metadata.ts';

const metadata: FileMetadata = {
  author: '@maya',
  link: 'https://www.threads.com/@maya/post/DAbc',
  alt: 'A fox',
};
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#36c', noise } });
const files = {
  jpg: ['image/jpeg', await image.jpeg().toBuffer()],
  png: ['image/png', await image.png().toBuffer()],
  mp4: ['video/mp4', readFileSync('test/fakes/threads/media/portrait.mp4')],
} as const;
const extensions = ['jpg', 'png', 'mp4'] as const;

async function start(options: Partial<Parameters<typeof startMediaRelay>[0]> = {}) {
  const upstream = await startFaultyUpstream();
  const relay = await startMediaRelay({ allowedHosts: [upstream.host], ...options });
  return {
    upstream,
    relay,
    pathFor: (scene: Scene, overrides = {}) =>
      relay.ticketFor(upstream.on('/a', scene), { metadata, ...overrides }),
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test.each(extensions)('a saved %s has the metadata, with exact length and its own tag', async (extension) => {
  await using scene = await start();
  const [type, bytes] = files[extension];
  const path = scene.pathFor(serveFile(bytes, type));
  const { status, headers, body, isComplete } = await scene.relay.get(path);
  expect([status, isComplete, headers['content-length']]).toEqual([200, true, String(body.length)]);
  expect(body).toEqual(insertMetadata(bytes, extension, metadata));
  const head = await scene.relay.get(path, {}, 'HEAD');
  for (const name of ['content-length', 'content-type', 'content-disposition', 'etag'])
    expect(head.headers[name], name).toBe(headers[name]);
  const plain = await scene.relay.get(scene.relay.ticketFor(scene.upstream.on('/a', serveFile(bytes, type))));
  expect(plain.body).toEqual(bytes);
  expect(plain.headers.etag).not.toBe(headers.etag);
  expect(scene.relay.transfers[0]).toMatchObject({ outcome: 'complete', bytes: body.length });
});

test.each(extensions)('any range of a %s is that part of the saved file', async (extension) => {
  await using scene = await start();
  const [type, bytes] = files[extension];
  const whole = insertMetadata(bytes, extension, metadata);
  const path = scene.pathFor(serveFile(bytes, type));
  const { etag } = (await scene.relay.get(path, {}, 'HEAD')).headers;
  const check = async (range: string, from: number, to: number) => {
    const { status, headers, body } = await scene.relay.get(path, { range, 'if-range': String(etag) });
    expect([range, status, headers['content-range']]).toEqual([
      range,
      206,
      `bytes ${from}-${to}/${whole.length}`,
    ]);
    expect(body.equals(whole.subarray(from, to + 1)), range).toBe(true);
  };
  const last = whole.length - 1;
  // The first bytes, the inserted ones and the boundaries around both.
  const borders = [
    0,
    1,
    19,
    20,
    21,
    33,
    63,
    64,
    65,
    400,
    1_000,
    bytes.length - 1,
    bytes.length,
    last - 1,
    last,
  ];
  for (const from of borders.filter((border) => border <= last)) {
    await check(`bytes=${from}-`, from, last);
    await check(`bytes=${from}-${from}`, from, from);
  }
  await check('bytes=-70', whole.length - 70, last);
  const position = fc.nat({ max: last });
  await fc.assert(
    fc.asyncProperty(position, position, async (a, b) => {
      await check(`bytes=${Math.min(a, b)}-${Math.max(a, b)}`, Math.min(a, b), Math.max(a, b));
    }),
    { numRuns: stressRuns(20, 1_000) },
  );
  const outside = await scene.relay.get(path, { range: `bytes=${whole.length}-` });
  expect(outside.body.toString()).toBe('media.range');
});

test('a host without ranges, an outdated tag and a format without metadata get the whole file', async () => {
  await using scene = await start();
  const [type, bytes] = files.jpg;
  const whole = insertMetadata(bytes, 'jpg', metadata);
  const withoutRanges: Scene = (request, response) => {
    delete request.headers.range;
    serveFile(bytes, type)(request, response);
  };
  expect((await scene.relay.get(scene.pathFor(withoutRanges), { range: 'bytes=70-' })).body).toEqual(whole);
  const path = scene.pathFor(serveFile(bytes, type));
  const { body } = await scene.relay.get(path, { range: 'bytes=70-', 'if-range': '"other"' });
  expect(body).toEqual(whole);
  const webp = await image.webp().toBuffer();
  const webpPath = scene.pathFor(serveFile(webp, 'image/webp'));
  expect((await scene.relay.get(webpPath)).body).toEqual(webp);
  expect((await scene.relay.get(webpPath, { range: 'bytes=9-20' })).body).toEqual(webp.subarray(9, 21));
  const unknownLength: Scene = (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(bytes);
  };
  expect((await scene.relay.get(scene.pathFor(unknownLength))).body).toEqual(bytes);
});

test.each(extensions)(
  'a %s that breaks off at the host is resumed behind the right byte',
  async (extension) => {
    await using scene = await start();
    const [type, bytes] = files[extension];
    let breaks = 2;
    const breaking: Scene = (request, response) => {
      if (breaks === 0 || request.headers.range === 'bytes=0-63')
        return serveFile(bytes, type, { etag: '"a"' })(request, response);
      breaks -= 1;
      const from = Number(/bytes=(\d+)/.exec(request.headers.range ?? '')?.[1] ?? 0);
      response.writeHead(request.headers.range ? 206 : 200, {
        'content-type': type,
        'content-length': bytes.length - from,
        ...(request.headers.range && {
          'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
        }),
        etag: '"a"',
      });
      response.write(bytes.subarray(from, from + 500), () => response.destroy());
    };
    const { body, isComplete } = await scene.relay.get(scene.pathFor(breaking));
    expect([isComplete, breaks]).toEqual([true, 0]);
    expect(body).toEqual(insertMetadata(bytes, extension, metadata));
  },
);

test('an expired URL is renewed once for a range', async () => {
  const [type, bytes] = files.mp4;
  let fresh = '';
  await using scene = await start({ renewMediaUrl: async () => fresh });
  fresh = scene.upstream.on('/fresh', serveFile(bytes, type));
  const dead = scene.pathFor((_request, response) => void response.writeHead(403).end());
  const { body } = await scene.relay.get(dead, { range: 'bytes=100-' });
  expect(body).toEqual(insertMetadata(bytes, 'mp4', metadata).subarray(100));
  expect(scene.relay.renewals).toHaveLength(1);
});

test('with the setting off, files stay as they are', async () => {
  let insertsMetadata = false;
  await using scene = await start({ insertsMetadata: () => insertsMetadata });
  const [type, bytes] = files.png;
  const path = scene.pathFor(serveFile(bytes, type));
  expect((await scene.relay.get(path)).body).toEqual(bytes);
  insertsMetadata = true;
  expect((await scene.relay.get(path)).body).not.toEqual(bytes);
});

test('what nginx sends stays as it is, also if this process sends it in its place', async () => {
  await using scene = await start({
    mayOffload: ({ headers }) => headers[offloadHeader] === 'nginx',
    isFallback: ({ headers }) => headers[offloadHeader] === offloadFallbackValue,
  });
  const [type, bytes] = files.mp4;
  const path = scene.pathFor(serveFile(bytes, type));
  const handedOver = await scene.relay.get(path, { [offloadHeader]: 'nginx' });
  const fallback = await scene.relay.get(path, { [offloadHeader]: offloadFallbackValue });
  expect(fallback.body).toEqual(bytes);
  expect(handedOver.headers['x-unspool-tag']).toBe(fallback.headers.etag);
});

test('a converted file and a base64 download have the metadata too', async () => {
  await using scene = await start({ capabilities: { ...noCapabilities, canDecode: async () => true } });
  const webp = await image.webp().toBuffer();
  const path = scene.pathFor(serveFile(webp, 'image/webp'), { conversions: ['jpg', 'png'] });
  for (const as of ['jpg', 'png'])
    expect((await sharp((await scene.relay.get(`${path}?as=${as}`)).body).metadata()).xmpAsString).toContain(
      '@maya',
    );
  const [type, bytes] = files.mp4;
  const token = scene.pathFor(serveFile(bytes, type)).slice('/media/'.length);
  const read = await scene.relay.media.readWholeFile(token, 1_000_000);
  expect(read.ok && read.value.bytes).toEqual(insertMetadata(bytes, 'mp4', metadata));
});
