import { deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type Scene, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import type { PageFetch } from '#threads/contract.ts';
import { createSafeLookup } from './fetch-policy.ts';
import { createSafeFetch, type SafeRequest } from './safe-fetch.ts';

function createRequest(url: string, overrides: Partial<SafeRequest> = {}): SafeRequest {
  const signal = new AbortController().signal;
  return { url, method: 'GET', headers: {}, maxBytes: 1_000_000, timeoutMs: 5_000, signal, ...overrides };
}

async function openUpstream(limits = {}) {
  const upstream = await startFaultyUpstream();
  const pages = createSafeFetch({ isAllowed: () => false, loopbackOrigins: [upstream.origin], ...limits });
  onTestFinished(async () => {
    await pages.close();
    await upstream[Symbol.asyncDispose]();
  });
  const fetch: PageFetch = pages.fetch;
  const read = (scene: Scene, overrides: Partial<SafeRequest> = {}) =>
    fetch(createRequest(upstream.on('/a', scene), overrides));
  return { upstream, read };
}

const sendEncoded =
  (encoding: string, body: Uint8Array | string): Scene =>
  (_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body);

test('a response has status, text, location, cookies and the retry delay', async () => {
  const { upstream, read } = await openUpstream({ now: () => Date.parse('2026-01-01T00:00:00Z') });
  const response = await read((_request, response) => {
    response.writeHead(302, {
      location: '/login?next=1',
      'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT',
      'set-cookie': ['csrf=abc; Path=/; Secure', 'mid=; HttpOnly', 'broken'],
    });
    response.end('né');
  });
  expect(response).toEqual({
    ok: true,
    value: {
      status: 302,
      location: '/login?next=1',
      retryAfterSeconds: 60,
      cookies: ['csrf=abc', 'mid='],
      text: 'né',
    },
  });
  expect(upstream.requests).toHaveLength(1);
});

test('only the given headers and our accepted encodings are sent', async () => {
  const { upstream, read } = await openUpstream();
  const request = { method: 'POST', body: 'x=1', headers: { 'x-ig-app-id': '7' } } as const;
  const sent = await read((incoming, response) => incoming.pipe(response), request);
  expect(sent.ok && sent.value.text).toBe('x=1');
  expect(Object.keys(upstream.requests[0]?.headers ?? {}).sort()).toEqual([
    'accept-encoding',
    'connection',
    'content-length',
    'host',
    'x-ig-app-id',
  ]);
});

test.each([
  ['gzip', gzipSync],
  [' GZip ', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
] as const)('a body in %s is decoded', async (encoding, compress) => {
  const { read } = await openUpstream();
  const response = await read(sendEncoded(encoding, compress(Buffer.from('x'.repeat(10_000)))));
  expect(response.ok && response.value.text).toBe('x'.repeat(10_000));
});

const zeros = Buffer.alloc(100 * 1024 * 1024);

test('a gzip bomb is aborted at the limit of decoded bytes', async () => {
  const { read } = await openUpstream();
  expect(await read(sendEncoded('gzip', gzipSync(zeros)))).toMatchObject({ error: { code: 'too_large' } });
});

test('a plain body over the limit is aborted early', async () => {
  const { upstream, read } = await openUpstream();
  const response = await read((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(zeros.subarray(0, 65_536)));
    };
    response.on('drain', more);
    more();
  });
  expect(response).toMatchObject({ ok: false, error: { code: 'too_large' } });
  expect(upstream.bytesSent()).toBeLessThan(30_000_000);
});

test.each(['exi', 'x'.repeat(300)])('the encoding %s is rejected', async (encoding) => {
  const { read } = await openUpstream();
  expect(await read(sendEncoded(encoding, 'x'))).toMatchObject({ error: { code: 'refused' } });
});

test.each<[state: string, scene: Scene]>([
  ['truncated', sendEncoded('gzip', gzipSync('x'.repeat(9_999)).subarray(0, -9))],
  ['corrupt', sendEncoded('gzip', 'not gzip at all')],
  [
    'cut off',
    (_request, response) =>
      response.writeHead(200, { 'content-length': 1000 }).write('half', () => response.destroy()),
  ],
  ['reset', (request) => request.socket.resetAndDestroy()],
])('a %s body is unreachable, never a partial text', async (_state, scene) => {
  const { read } = await openUpstream();
  expect(await read(scene)).toMatchObject({ ok: false, error: { code: 'unreachable' } });
});

test('a caller that accepts a part of a body gets it, with the reason why it ends', async () => {
  const { read } = await openUpstream();
  const half: Scene = (_request, response) =>
    response
      .writeHead(200, { 'content-length': 1000 })
      .write('half', () => setImmediate(() => response.destroy()));
  const accepted = await read(half, { acceptsPartial: true });
  expect(accepted).toMatchObject({ ok: true, value: { text: 'half', cutOff: { code: 'unreachable' } } });
  const long: Scene = (_request, response) => response.end('x'.repeat(300_000));
  expect(await read(long, { acceptsPartial: true, maxBytes: 200_000 })).toMatchObject({
    ok: true,
    value: { cutOff: { code: 'too_large' } },
  });
  const whole: Scene = (_request, response) => response.end('whole');
  const complete = await read(whole, { acceptsPartial: true });
  expect(complete.ok && complete.value).not.toHaveProperty('cutOff');
});

test('a megabyte of headers is too large', async () => {
  const { read } = await openUpstream();
  const response = await read(({ socket }) => {
    socket.write(`HTTP/1.1 302 Found\r\nlocation: /${'a'.repeat(1_000_000)}\r\n\r\n`);
  });
  expect(response).toMatchObject({ ok: false, error: { code: 'too_large' } });
});

test.each<[when: string, scene: Scene]>([
  ['before the headers', () => undefined],
  ['between chunks', (_request, response) => void response.write('a')],
])('silence %s is a timeout', async (_when, scene) => {
  const { read } = await openUpstream({ headersTimeoutMs: 100, idleTimeoutMs: 100 });
  expect(await read(scene)).toMatchObject({ ok: false, error: { code: 'timeout' } });
});

test('a body that drips for too long is a timeout', async () => {
  const { read } = await openUpstream();
  const drip: Scene = (_request, response) => {
    const timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  };
  expect(await read(drip, { timeoutMs: 300 })).toMatchObject({ ok: false, error: { code: 'timeout' } });
});

test('aborting a request closes its connection', async () => {
  const { read } = await openUpstream();
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const abort: Scene = (request) => {
    request.socket.on('close', () => closed.resolve());
    controller.abort();
  };
  expect(await read(abort, { signal: controller.signal })).toMatchObject({ error: { code: 'timeout' } });
  await closed.promise;
});

test('a forbidden host, a closed port and a private address give different codes', async () => {
  await using upstream = await startFaultyUpstream();
  const pages = createSafeFetch({
    isAllowed: (url) => url.hostname === 'inside.example',
    loopbackOrigins: ['http://127.0.0.1:9'],
    lookup: createSafeLookup({
      resolve: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    }),
  });
  const code = async (url: string) => {
    const result = await pages.fetch(createRequest(url));
    return result.ok ? 'reached' : result.error.code;
  };
  expect(await code('https://evil.example/')).toBe('refused');
  expect(await code(`${upstream.origin}/`)).toBe('refused');
  expect(await code('https://inside.example/')).toBe('refused');
  expect(await code('http://127.0.0.1:9/')).toBe('unreachable');
  expect(upstream.requests).toHaveLength(0);
  await pages.close();
});
