import { expect, test } from 'vitest';
import { buildFile, serveFile } from '#test/support/faulty-media-upstream.ts';
import { sha256, startFaultyRelay } from '#test/support/start-media-relay.ts';

const file = buildFile('mp4', 5_000_000);
const total = file.length;

async function start() {
  const scene = await startFaultyRelay();
  const path = scene.relay.ticketFor(scene.upstream.on('/v/file.mp4', serveFile(file, 'video/mp4')));
  return { ...scene, path };
}

test.each([
  ['bytes=0-0', 0, 0],
  ['Bytes= 5-009 ', 5, 9],
  [`bytes=${total - 10}-`, total - 10, total - 1],
  ['bytes=1000-3000000', 1000, 3_000_000],
  ['bytes=10-99999999', 10, total - 1],
  ['bytes=-500', total - 500, total - 1],
] as const)('%s is answered with the range', async (range, from, to) => {
  await using scene = await start();
  const before = scene.upstream.bytesSent();
  const response = await scene.relay.get(scene.path, { range });
  expect(response.status).toBe(206);
  expect(response.headers['content-range']).toBe(`bytes ${from}-${to}/${total}`);
  expect(response.headers['content-length']).toBe(String(to - from + 1));
  expect(response.headers['content-type']).toBe('video/mp4');
  expect(sha256(response.body)).toBe(sha256(file.subarray(from, to + 1)));
  expect(scene.upstream.bytesSent() - before).toBeLessThan(to - from + 1 + 65_536);
});

test.each([
  'bytes=0-1,5-9',
  `bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')}`,
  'bytes=99999999999999999999-',
  '',
])('%s is answered with the whole file', async (range) => {
  await using scene = await start();
  const response = await scene.relay.get(scene.path, { range });
  expect(response.status).toBe(200);
  expect(response.body.length).toBe(total);
  expect(scene.upstream.requests[0]?.headers.range).toBeUndefined();
});

test.each([`bytes=${total}-`, `bytes=${total + 5}-${total + 9}`, 'bytes=-0'])(
  '%s is past the end and rejected with the length',
  async (range) => {
    await using scene = await start();
    await scene.relay.get(scene.path, { range });
    expect(scene.relay.errors).toEqual([{ code: 'media.range', totalBytes: total }]);
  },
);

test('an interrupted download is resumed to identical bytes', async () => {
  await using scene = await start();
  const fullResponse = await scene.relay.get(scene.path);
  const etag = String(fullResponse.headers.etag);
  expect(etag).toMatch(/^"[\w-]+"$/);
  const partialResponse = await scene.relay.get(scene.path, { range: 'bytes=2000000-', 'if-range': etag });
  expect(partialResponse.status).toBe(206);
  expect(sha256(Buffer.concat([file.subarray(0, 2_000_000), partialResponse.body]))).toBe(sha256(file));
});

test('If-Range with any other validator gets the whole file', async () => {
  await using scene = await start();
  const etag = String((await scene.relay.get(scene.path)).headers.etag);
  const other = etag.replace(/-[^-]*"$/, '-1"');
  for (const validator of ['"other"', `W/${etag}`, other, 'Thu, 01 Jan 2026 00:00:00 GMT', '']) {
    const response = await scene.relay.get(scene.path, { range: 'bytes=5-9', 'if-range': validator });
    expect(response.status, validator).toBe(200);
    expect(response.body.length).toBe(total);
  }
  const past = await scene.relay.get(scene.path, { range: `bytes=${total}-`, 'if-range': other });
  expect(past.status).toBe(200);
});

test('a CDN that ignores ranges yields the whole file, and a wrong range is an error', async () => {
  await using scene = await startFaultyRelay();
  const { upstream, relay } = scene;
  const deaf = upstream.on('/deaf', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': total }).end(file);
  });
  expect((await relay.get(relay.ticketFor(deaf), { range: 'bytes=5-9' })).status).toBe(200);
  for (const contentRange of ['bytes 6-10/100', 'bytes 5-9/*', '']) {
    const wrong = upstream.on('/wrong', (_request, response) => {
      response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': contentRange }).end('12345');
    });
    const relayResponse = await relay.get(relay.ticketFor(wrong), { range: 'bytes=5-9' });
    expect(relayResponse.body.toString(), contentRange).toBe('media.unreachable');
  }
});

test('a range from the middle is sent only if the CDN declares a media type', async () => {
  await using scene = await startFaultyRelay();
  const { upstream, relay } = scene;
  for (const type of ['text/html', 'application/octet-stream', 'image/svg+xml']) {
    const url = upstream.on('/a', serveFile(file, type));
    const response = await relay.get(relay.ticketFor(url), { range: 'bytes=100-199' });
    expect(response.body.toString(), type).toBe('media.wrong_type');
  }
});

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=2000000-', 2_000_000, total - 1],
] as const)('%s without a first byte is unreachable', async (range, from, to) => {
  await using scene = await startFaultyRelay();
  const { upstream, relay } = scene;
  const head = { 'content-type': 'video/mp4', 'content-range': `bytes ${from}-${to}/${total}` };
  const truncatedUrl = upstream.on('/cut', (request, response) => {
    response.writeHead(206, { ...head, 'content-length': to - from + 1 }).flushHeaders();
    request.socket.end();
  });
  const empty = upstream.on('/empty', (_request, response) => {
    response.writeHead(206, { ...head, 'transfer-encoding': 'chunked' }).end();
  });
  for (const url of [truncatedUrl, empty]) {
    const relayResponse = await relay.get(relay.ticketFor(url), { range });
    expect(relayResponse.body.toString()).toBe('media.unreachable');
  }
});
