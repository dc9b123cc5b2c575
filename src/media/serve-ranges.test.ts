import { expect, test } from 'vitest';
import { buildFile, serveFile, startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { sha256, startMediaRelay } from '#test/support/start-media-relay.ts';

const file = buildFile('mp4', 5_000_000);
const total = file.length;

async function start() {
  const upstream = await startFaultUpstream();
  const relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const path = relay.ticketFor(upstream.on('/v/file.mp4', serveFile(file, 'video/mp4')));
  return {
    upstream,
    relay,
    path,
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=0-0', 0, 0],
  ['bytes=5-9', 5, 9],
  ['bytes=000005-9', 5, 9],
  ['Bytes= 5-9 ', 5, 9],
  [`bytes=${total - 10}-`, total - 10, total - 1],
  ['bytes=0-', 0, total - 1],
  ['bytes=1000-3000000', 1000, 3_000_000],
  ['bytes=10-99999999', 10, total - 1],
  ['bytes=-500', total - 500, total - 1],
  ['bytes=-99999999', 0, total - 1],
] as const)('%s is answered with that part', async (range, from, to) => {
  await using scene = await start();
  const before = scene.upstream.bytesSent();
  const answer = await scene.relay.get(scene.path, { range });
  expect(answer.status).toBe(206);
  expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${total}`);
  expect(answer.headers['content-length']).toBe(String(to - from + 1));
  expect(answer.headers['content-type']).toBe('video/mp4');
  expect(sha256(answer.body)).toBe(sha256(file.subarray(from, to + 1)));
  expect(scene.upstream.bytesSent() - before).toBeLessThan(to - from + 1 + 65_536);
});

test.each([
  'bytes=0-1,5-9',
  `bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(',')}`,
  'bytes=0-9,5-20',
  'items=0-1',
  'bytes=9-5',
  'bytes=-',
  'bytes=a-b',
  'bytes 0-1',
  'bytes=0-1-2',
  'bytes=99999999999999999999-',
  '',
])('%s is answered with the whole file', async (range) => {
  await using scene = await start();
  const answer = await scene.relay.get(scene.path, { range });
  expect(answer.status).toBe(200);
  expect(answer.body.length).toBe(total);
  expect(scene.upstream.requests[0]?.headers.range).toBeUndefined();
});

test.each([`bytes=${total}-`, `bytes=${total + 5}-${total + 9}`, 'bytes=-0'])(
  '%s is past the end: the refusal knows the length',
  async (range) => {
    await using scene = await start();
    await scene.relay.get(scene.path, { range });
    expect(scene.relay.refusals).toEqual([{ code: 'media.range', totalBytes: total }]);
  },
);

test('the bare refusal of a range names the length', async () => {
  await using scene = await start();
  const { media } = scene.relay;
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    void media.serve(request, response, (request.url ?? '').slice('/media/'.length));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}${scene.path}`, {
    headers: { range: `bytes=${total}-` },
  });
  expect(answer.status).toBe(416);
  expect(answer.headers.get('content-range')).toBe(`bytes */${total}`);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a save that was cut is resumed to identical bytes', async () => {
  await using scene = await start();
  const whole = await scene.relay.get(scene.path);
  const etag = String(whole.headers.etag);
  expect(etag).toMatch(/^"[\w-]+"$/);
  const rest = await scene.relay.get(scene.path, { range: 'bytes=2000000-', 'if-range': etag });
  expect(rest.status).toBe(206);
  expect(sha256(Buffer.concat([file.subarray(0, 2_000_000), rest.body]))).toBe(sha256(file));
});

test('If-Range with any other validator gets the whole file', async () => {
  await using scene = await start();
  const etag = String((await scene.relay.get(scene.path)).headers.etag);
  const other = etag.replace(/-[^-]*"$/, '-1"');
  for (const validator of ['"other"', `W/${etag}`, other, 'Thu, 01 Jan 2026 00:00:00 GMT', '']) {
    const answer = await scene.relay.get(scene.path, { range: 'bytes=5-9', 'if-range': validator });
    expect(answer.status, validator).toBe(200);
    expect(answer.body.length).toBe(total);
  }
  const past = await scene.relay.get(scene.path, { range: `bytes=${total}-`, 'if-range': other });
  expect(past.status).toBe(200);
});

test('the validator outlives a new signature and another edge host, and not another transform', async () => {
  await using one = await startFaultUpstream();
  await using two = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [one.host, two.host] });
  const etagOf = async (url: string) => (await relay.get(relay.ticketFor(url))).headers.etag;
  const first = one.on('/v/file.mp4', serveFile(file, 'video/mp4'));
  const second = two.on('/v/file.mp4', serveFile(file, 'video/mp4'));
  const etag = await etagOf(`${first}?stp=a&oh=1&oe=2`);
  expect(await etagOf(`${second}?oe=9&stp=a&oh=8`)).toBe(etag);
  expect(await etagOf(`${first}?stp=b&oh=1&oe=2`)).not.toBe(etag);
});

test('a CDN that ignores ranges gives the whole file, one that sends another part gives nothing', async () => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const deaf = upstream.on('/deaf', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': total }).end(file);
  });
  expect((await relay.get(relay.ticketFor(deaf), { range: 'bytes=5-9' })).status).toBe(200);
  for (const contentRange of [
    'bytes 6-10/100',
    'bytes 5-8/100',
    'bytes 5-9/*',
    'bytes 5-9/7',
    'nonsense',
    '',
  ]) {
    const wrong = upstream.on('/wrong', (_request, response) => {
      response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': contentRange }).end('12345');
    });
    const answer = await relay.get(relay.ticketFor(wrong), { range: 'bytes=5-9' });
    expect(answer.body.toString(), contentRange).toBe('media.unreachable');
  }
});

test('a part from the middle goes out only where the CDN calls it media', async () => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  for (const type of ['text/html', 'application/octet-stream', 'image/svg+xml']) {
    const url = upstream.on('/a', serveFile(file, type));
    const answer = await relay.get(relay.ticketFor(url), { range: 'bytes=100-199' });
    expect(answer.body.toString(), type).toBe('media.wrong_type');
  }
});

test.each([
  ['bytes=0-1', 0, 1],
  ['bytes=100-199', 100, 199],
  ['bytes=2000000-', 2_000_000, total - 1],
  ['bytes=-500', total - 500, total - 1],
] as const)('%s without its first byte is unreachable, not half an answer', async (range, from, to) => {
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({ allowedHosts: [upstream.host] });
  const head = { 'content-type': 'video/mp4', 'content-range': `bytes ${from}-${to}/${total}` };
  const cut = upstream.on('/cut', (request, response) => {
    response.writeHead(206, { ...head, 'content-length': to - from + 1 }).flushHeaders();
    request.socket.end();
  });
  const empty = upstream.on('/empty', (_request, response) => {
    response.writeHead(206, { ...head, 'transfer-encoding': 'chunked' }).end();
  });
  for (const url of [cut, empty]) {
    const answer = await relay.get(relay.ticketFor(url), { range });
    expect(answer.body.toString()).toBe('media.unreachable');
  }
});
