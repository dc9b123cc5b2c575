import { request } from 'node:http';
import { expect, test } from 'vitest';
import { buildFile, type Scene, serveFile } from '#test/support/fault-media-upstream.ts';
import { archiveFiles, startArchiveRelay, unpack } from '#test/support/start-archive-relay.ts';
import { sha256, startFaultyRelay } from '#test/support/start-media-relay.ts';

const file = buildFile('mp4', 4_000_000);
const tag = { etag: '"cdn-1"' };
const whole = serveFile(file, 'video/mp4', tag);

/** Sends what is asked for, up to the next of these places in the file, and breaks off there; then all of it. */
function breakAt(places: number[], extra: Record<string, string> = tag, bytes = file): Scene {
  const left = [...places];
  return (asked, answer) => {
    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? '') ?? [];
    const to = end === '' ? bytes.length - 1 : Number(end);
    const place = left.shift();
    if (place === undefined) return serveFile(bytes, 'video/mp4', extra)(asked, answer);
    const [from, status] = [Number(start), asked.headers.range ? 206 : 200];
    answer.writeHead(status, {
      ...{ 'content-type': 'video/mp4', 'content-length': to - from + 1 },
      ...(status === 206 && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
      ...extra,
    });
    answer.write(bytes.subarray(from, place), () => answer.destroy());
  };
}

test.each([
  ['an ETag', { etag: '"cdn-1"' }],
  ['the moment of its last change', { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }],
])('a file that breaks off goes on at the next byte, by %s', async (_, extra) => {
  await using scene = await startFaultyRelay();
  const ended = scene.relay.nextTransfer();
  const answer = await scene.get(breakAt([2_500_000, 3_999_000], extra));
  expect(answer.isComplete).toBe(true);
  expect(sha256(answer.body)).toBe(sha256(file));
  expect(await ended).toMatchObject({ outcome: 'complete', bytes: file.length });
  const [, second, third] = scene.upstream.requests.map(({ headers }) => headers);
  expect(second).toMatchObject({
    range: `bytes=2500000-${file.length - 1}`,
    'if-range': Object.values(extra)[0],
  });
  expect(third?.range).toBe(`bytes=3999000-${file.length - 1}`);
});

test('a part of a file goes on within that part, and a small file too', async () => {
  await using scene = await startFaultyRelay();
  const part = await scene.get(breakAt([1_500_000]), { range: 'bytes=1000000-2999999' });
  expect([part.status, part.isComplete]).toEqual([206, true]);
  expect(part.body.equals(file.subarray(1_000_000, 3_000_000))).toBe(true);
  expect(scene.upstream.requests.at(-1)?.headers.range).toBe('bytes=1500000-2999999');
  const small = buildFile('mp4', 20_000);
  const answer = await scene.get(breakAt([5_000], tag, small));
  expect(answer.body.equals(small)).toBe(true);
});

const rest = (asked: Parameters<Scene>[0]) => asked.headers['if-range'] !== undefined;
const changed = buildFile('mp4', 4_000_001);
test.each<[string, Scene]>([
  ['another validator', serveFile(file, 'video/mp4', { etag: '"cdn-2"' })],
  ['no validator', serveFile(file, 'video/mp4')],
  ['another length', serveFile(changed, 'video/mp4', tag)],
  [
    'the whole of it again',
    (_, answer) =>
      void answer
        .writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length, ...tag })
        .end(file),
  ],
  ['no media', serveFile(file, 'text/html', tag)],
  ['a refusal', (_, answer) => void answer.writeHead(403).end()],
])('where the media host answers with %s, the visitor’s connection is cut', async (_, second) => {
  await using scene = await startFaultyRelay();
  const first = breakAt([2_500_000]);
  const answer = await scene.get((asked, sent) => (rest(asked) ? second : first)(asked, sent));
  expect([answer.status, answer.isComplete]).toEqual([200, false]);
  expect(answer.body.equals(file.subarray(0, answer.body.length))).toBe(true);
  expect(answer.body.length).toBeLessThanOrEqual(2_500_000);
  expect(scene.relay.transfers.at(-1)?.outcome).toBe('upstream_cut');
});

test('a host that breaks off over and over is not asked without end', async () => {
  await using scene = await startFaultyRelay();
  const places = Array.from({ length: 50 }, (_, index) => 1_200_000 + index * 1000);
  const answer = await scene.get(breakAt(places));
  expect(answer.isComplete).toBe(false);
  expect(scene.upstream.requests).toHaveLength(4);
  // What works earns further tries: ten at first, then a tenth of it.
  for (let count = 0; count < 5; count += 1) await scene.get(breakAt(places));
  expect(scene.upstream.requests.length).toBeLessThanOrEqual(6 + 10);
});

test('a visitor who takes nothing for a while has the rest opened when he goes on', async () => {
  await using scene = await startFaultyRelay();
  const large = buildFile('mp4', 24_000_000);
  let given = 0;
  let breakOff: () => void = () => undefined;
  const first: Scene = (_, answer) => {
    answer.writeHead(200, { 'content-type': 'video/mp4', 'content-length': large.length, ...tag });
    const more = () => {
      while (given < 23_000_000) {
        given += 100_000;
        if (!answer.write(large.subarray(given - 100_000, given))) return;
      }
    };
    answer.on('drain', more);
    more();
    breakOff = () => answer.destroy();
  };
  const url = scene.relay.ticketFor(
    scene.upstream.on('/large', (asked, answer) =>
      (rest(asked) ? serveFile(large, 'video/mp4', tag) : first)(asked, answer),
    ),
  );
  const asked = () => scene.upstream.requests.length;
  const body = await new Promise<Buffer>((resolve, reject) => {
    const sent = request(scene.relay.origin + url, { agent: false }, async (answer) => {
      let before = -1;
      // Nothing moves any more, as he takes nothing.
      const stands = () => {
        const isSame = given === before;
        before = given;
        return isSame;
      };
      await expect.poll(stands, { interval: 100, timeout: 15_000 }).toBe(true);
      breakOff();
      await expect.poll(() => scene.upstream.openSockets(), { timeout: 15_000 }).toBe(0);
      expect(asked()).toBe(1);
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      resolve(Buffer.concat(chunks));
    });
    sent.on('error', reject).end();
  });
  expect(sha256(body)).toBe(sha256(large));
  expect(asked()).toBe(2);
});

test('a visitor who leaves while the rest is opened takes the connection along', async () => {
  await using scene = await startFaultyRelay();
  const first = breakAt([2_500_000]);
  const url = scene.relay.ticketFor(
    scene.upstream.on('/a', (asked, answer) => {
      if (!rest(asked)) return first(asked, answer);
      leave();
      answer.once('close', () => closed());
    }),
  );
  let closed: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const sent = request(scene.relay.origin + url, { agent: false }, (answer) => {
    answer.on('error', () => undefined).resume();
  });
  const leave = () => sent.destroy();
  const ended = scene.relay.nextTransfer();
  sent.on('error', () => undefined).end();
  await isClosed;
  expect(await ended).toMatchObject({ outcome: 'client_gone' });
});

test('a file of a ZIP goes on in the same way, and the ZIP is whole', async () => {
  await using post = await startArchiveRelay();
  const video = archiveFiles[3] ?? Buffer.alloc(0);
  const good = serveFile(video, 'video/mp4', tag);
  const bad = breakAt([700_000, 2_400_000], tag, video);
  post.serve(4, (asked, answer) => (asked.headers.range === 'bytes=0-63' ? good : bad)(asked, answer));
  const answer = await post.relay.get(post.zipUrl);
  expect(answer.isComplete).toBe(true);
  const files = [...(await unpack(answer.body)).values()];
  expect(sha256(files[3] ?? Buffer.alloc(0))).toBe(sha256(video));
  const asked = post.upstream.requests.filter(({ path, headers }) => path === '/4' && headers['if-range']);
  expect(asked.map(({ headers }) => headers.range)).toEqual([
    `bytes=700000-${video.length - 1}`,
    `bytes=2400000-${video.length - 1}`,
  ]);
});

test('a file of a ZIP that has become another one meanwhile cuts it', async () => {
  await using post = await startArchiveRelay();
  const video = archiveFiles[3] ?? Buffer.alloc(0);
  const good = serveFile(video, 'video/mp4', tag);
  const bad = breakAt([700_000], tag, video);
  post.serve(4, (asked, answer) => {
    if (rest(asked)) return serveFile(video, 'video/mp4', { etag: '"cdn-2"' })(asked, answer);
    (asked.headers.range ? good : bad)(asked, answer);
  });
  expect((await post.relay.get(post.zipUrl)).isComplete).toBe(false);
  expect(post.relay.transfers.at(-1)?.outcome).toBe('upstream_cut');
});

test('whole and healthy files are opened once', async () => {
  await using scene = await startFaultyRelay();
  expect((await scene.get(whole)).isComplete).toBe(true);
  expect(scene.upstream.requests).toHaveLength(1);
});
