import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { buildFile, type Scene, serveFile } from '#test/support/faulty-media-upstream.ts';
import { sha256, startFaultyRelay } from '#test/support/start-media-relay.ts';
import { startZipRelay, unpack, zipFiles } from '#test/support/start-zip-relay.ts';

const file = buildFile('mp4', 4_000_000);
const tag = { etag: '"cdn-1"' };
const fullResponse = serveFile(file, 'video/mp4', tag);

/**
 * Sends the requested range up to the next offset and breaks off there; after the last offset, sends all of
 * it.
 */
function breakAt(offsets: number[], extra: Record<string, string> = tag, bytes = file): Scene {
  const remaining = [...offsets];
  return (req, res) => {
    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '') ?? [];
    const to = end === '' ? bytes.length - 1 : Number(end);
    const offset = remaining.shift();
    if (offset === undefined) return serveFile(bytes, 'video/mp4', extra)(req, res);
    const [from, status] = [Number(start), req.headers.range ? 206 : 200];
    res.writeHead(status, {
      'content-type': 'video/mp4',
      'content-length': to - from + 1,
      ...(status === 206 && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
      ...extra,
    });
    res.write(bytes.subarray(from, offset), () => res.destroy());
  };
}

test.each([
  ['an ETag', { etag: '"cdn-1"' }],
  ['the moment of its last change', { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }],
])('an interrupted file resumes at the next byte, validated by %s', async (_, extra) => {
  await using scene = await startFaultyRelay();
  const ended = scene.relay.nextTransfer();
  const response = await scene.get(breakAt([2_500_000, 3_999_000], extra));
  expect(response.isComplete).toBe(true);
  expect(sha256(response.body)).toBe(sha256(file));
  expect(await ended).toMatchObject({ outcome: 'complete', bytes: file.length });
  const [, second, third] = scene.upstream.requests.map(({ headers }) => headers);
  expect(second).toMatchObject({
    range: `bytes=2500000-${file.length - 1}`,
    'if-range': Object.values(extra)[0],
  });
  expect(third?.range).toBe(`bytes=3999000-${file.length - 1}`);
});

test('a range request resumes within its range, and a small file resumes too', async () => {
  await using scene = await startFaultyRelay();
  const part = await scene.get(breakAt([1_500_000]), { range: 'bytes=1000000-2999999' });
  expect([part.status, part.isComplete]).toEqual([206, true]);
  expect(part.body.equals(file.subarray(1_000_000, 3_000_000))).toBe(true);
  expect(scene.upstream.requests.at(-1)?.headers.range).toBe('bytes=1500000-2999999');
  const small = buildFile('mp4', 20_000);
  const response = await scene.get(breakAt([5_000], tag, small));
  expect(response.body.equals(small)).toBe(true);
});

const isResume = (req: Parameters<Scene>[0]) => req.headers['if-range'] !== undefined;
const changed = buildFile('mp4', 4_000_001);
test.each<[string, Scene]>([
  ['another validator', serveFile(file, 'video/mp4', { etag: '"cdn-2"' })],
  ['no validator', serveFile(file, 'video/mp4')],
  ['another length', serveFile(changed, 'video/mp4', tag)],
  [
    'the whole of it again',
    (_, res) =>
      void res
        .writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length, ...tag })
        .end(file),
  ],
  ['no media', serveFile(file, 'text/html', tag)],
  ['a refusal', (_, res) => void res.writeHead(403).end()],
])('if the media host responds with %s, the client connection is closed', async (_, second) => {
  await using scene = await startFaultyRelay();
  const first = breakAt([2_500_000]);
  const response = await scene.get((req, res) => (isResume(req) ? second : first)(req, res));
  expect([response.status, response.isComplete]).toEqual([200, false]);
  expect(response.body.equals(file.subarray(0, response.body.length))).toBe(true);
  expect(response.body.length).toBeLessThanOrEqual(2_500_000);
  expect(scene.relay.transfers.at(-1)?.outcome).toBe('upstream_cut');
});

test('retries are limited for a host that keeps interrupting', async () => {
  await using scene = await startFaultyRelay();
  const offsets = Array.from({ length: 50 }, (_, index) => 1_200_000 + index * 1000);
  const response = await scene.get(breakAt(offsets));
  expect(response.isComplete).toBe(false);
  expect(scene.upstream.requests).toHaveLength(4);
  // Successful calls earn further retries: ten at first, then a tenth of them.
  for (let count = 0; count < 5; count += 1) await scene.get(breakAt(offsets));
  expect(scene.upstream.requests.length).toBeLessThanOrEqual(6 + 10);
});

test('a stalled client gets the rest reopened once it reads again', async () => {
  await using scene = await startFaultyRelay();
  const large = buildFile('mp4', 24_000_000);
  let sentBytes = 0;
  let breakOff: () => void = () => undefined;
  const first: Scene = (_, res) => {
    res.writeHead(200, { 'content-type': 'video/mp4', 'content-length': large.length, ...tag });
    const more = () => {
      while (sentBytes < 23_000_000) {
        sentBytes += 100_000;
        if (!res.write(large.subarray(sentBytes - 100_000, sentBytes))) return;
      }
    };
    res.on('drain', more);
    more();
    breakOff = () => res.destroy();
  };
  const url = scene.relay.ticketFor(
    scene.upstream.on('/large', (req, res) =>
      (isResume(req) ? serveFile(large, 'video/mp4', tag) : first)(req, res),
    ),
  );
  const countRequests = () => scene.upstream.requests.length;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(scene.relay.origin + url, { agent: false }, resolve)
      .on('error', reject)
      .end();
  });
  // The client reads nothing, so the transfer stalls. A busy machine may pause it for a moment too.
  let before = -1;
  let equalSamples = 0;
  const hasStalled = () => {
    equalSamples = sentBytes === before ? equalSamples + 1 : 0;
    before = sentBytes;
    return equalSamples >= 5;
  };
  await expect.poll(hasStalled, { interval: 100, timeout: 15_000 }).toBe(true);
  breakOff();
  await expect.poll(() => scene.upstream.openSockets(), { timeout: 15_000 }).toBe(0);
  expect(countRequests()).toBe(1);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  expect(sha256(body)).toBe(sha256(large));
  expect(countRequests()).toBe(2);
});

test('a client that disconnects during a resume closes the upstream connection', async () => {
  await using scene = await startFaultyRelay();
  const first = breakAt([2_500_000]);
  const url = scene.relay.ticketFor(
    scene.upstream.on('/a', (req, res) => {
      if (!isResume(req)) return first(req, res);
      leave();
      res.once('close', () => closed());
    }),
  );
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const clientRequest = request(scene.relay.origin + url, { agent: false }, (response) => {
    response.on('error', () => undefined).resume();
  });
  const leave = () => clientRequest.destroy();
  const ended = scene.relay.nextTransfer();
  clientRequest.on('error', () => undefined).end();
  await isClosed;
  expect(await ended).toMatchObject({ outcome: 'client_gone' });
});

test('an interrupted file in a ZIP resumes and the ZIP is complete', async () => {
  await using post = await startZipRelay();
  const video = zipFiles[3] ?? Buffer.alloc(0);
  const good = serveFile(video, 'video/mp4', tag);
  const bad = breakAt([700_000, 2_400_000], tag, video);
  post.serve(4, (req, res) => (req.headers.range === 'bytes=0-63' ? good : bad)(req, res));
  const response = await post.relay.get(post.zipUrl);
  expect(response.isComplete).toBe(true);
  const files = [...(await unpack(response.body)).values()];
  expect(sha256(files[3] ?? Buffer.alloc(0))).toBe(sha256(video));
  const resumeRequests = post.upstream.requests.filter(
    ({ path, headers }) => path === '/4' && headers['if-range'],
  );
  expect(resumeRequests.map(({ headers }) => headers.range)).toEqual([
    `bytes=700000-${video.length - 1}`,
    `bytes=2400000-${video.length - 1}`,
  ]);
});

test('a file in a ZIP that changes during a resume closes the connection', async () => {
  await using post = await startZipRelay();
  const video = zipFiles[3] ?? Buffer.alloc(0);
  const good = serveFile(video, 'video/mp4', tag);
  const bad = breakAt([700_000], tag, video);
  post.serve(4, (req, res) => {
    if (isResume(req)) return serveFile(video, 'video/mp4', { etag: '"cdn-2"' })(req, res);
    (req.headers.range ? good : bad)(req, res);
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  expect(post.relay.transfers.at(-1)?.outcome).toBe('upstream_cut');
});

test('a complete file is requested once', async () => {
  await using scene = await startFaultyRelay();
  expect((await scene.get(fullResponse)).isComplete).toBe(true);
  expect(scene.upstream.requests).toHaveLength(1);
});
