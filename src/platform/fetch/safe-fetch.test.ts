import { createServer } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type FaultyUpstream, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import type { PageFetch } from '#threads/contract.ts';
import { createSafeLookup } from './fetch-policy.ts';
import { createSafeFetch, type SafeRequest } from './safe-fetch.ts';

function createRequest(url: string, overrides: Partial<SafeRequest> = {}): SafeRequest {
  const signal = new AbortController().signal;
  return { url, method: 'GET', headers: {}, maxBytes: 1_000_000, timeoutMs: 5_000, signal, ...overrides };
}

function openFetch(upstream: FaultyUpstream, limits = {}) {
  const pages = createSafeFetch({ isAllowed: () => false, loopbackOrigins: [upstream.origin], ...limits });
  const fetch: PageFetch = pages.fetch;
  return { fetch, [Symbol.asyncDispose]: () => pages.close() };
}

test('a response has status, text, location, cookies and the retry delay', async () => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream, { now: () => Date.parse('2026-01-01T00:00:00Z') });
  const url = upstream.on('/a', (_request, response) => {
    response.writeHead(302, {
      location: '/login?next=1',
      'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT',
      'set-cookie': ['csrf=abc; Path=/; Secure', 'mid=; HttpOnly', 'broken'],
    });
    response.end('né');
  });
  expect(await pages.fetch(createRequest(url))).toEqual({
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
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream);
  const url = upstream.on('/a', (request, response) => request.pipe(response));
  const sent = await pages.fetch(
    createRequest(url, { method: 'POST', body: 'x=1', headers: { 'x-ig-app-id': '7' } }),
  );
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
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('a body in %s is decoded', async (encoding, compress) => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream);
  const url = upstream.on('/a', (_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('x'.repeat(10_000))));
  });
  const read = await pages.fetch(createRequest(url));
  expect(read.ok && read.value.text).toBe('x'.repeat(10_000));
});

const zeros = Buffer.alloc(100 * 1024 * 1024);
const bombs = {
  gzip: gzipSync(zeros),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

test.each(['gzip', 'br'] as const)('a %s bomb is aborted at the limit of decoded bytes', async (encoding) => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream);
  const url = upstream.on('/a', (_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(bombs[encoding]);
  });
  const started = performance.now();
  const read = await pages.fetch(createRequest(url));
  expect(read).toMatchObject({ ok: false, error: { code: 'too_large' } });
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('a plain body over the limit is aborted early', async () => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream);
  const url = upstream.on('/a', (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(zeros.subarray(0, 65_536)));
    };
    response.on('drain', more);
    more();
  });
  expect(await pages.fetch(createRequest(url))).toMatchObject({ ok: false, error: { code: 'too_large' } });
  expect(upstream.bytesSent()).toBeLessThan(30_000_000);
});

test.each(['gzip, gzip', 'exi', 'x'.repeat(300)])('the encoding %s is rejected', async (encoding) => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream);
  const url = upstream.on('/a', (_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end('x');
  });
  expect(await pages.fetch(createRequest(url))).toMatchObject({ ok: false, error: { code: 'refused' } });
});

test('a truncated, corrupt or aborted body is unreachable, never a partial text', async () => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream);
  const urls = [
    upstream.on('/truncated', (_request, response) => {
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync('x'.repeat(9_999)).subarray(0, -9));
    }),
    upstream.on('/broken', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'br' }).end('not brotli at all');
    }),
    upstream.on('/cut', (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half', () => response.destroy());
    }),
    upstream.on('/reset', (request) => request.socket.resetAndDestroy()),
  ];
  for (const url of urls) {
    expect(await pages.fetch(createRequest(url)), url).toMatchObject({
      ok: false,
      error: { code: 'unreachable' },
    });
  }
});

test('a megabyte of headers is too large', async () => {
  await using pages = createServerOfHeaders();
  const { fetch, url } = await pages.open();
  expect(await fetch(createRequest(url))).toMatchObject({ ok: false, error: { code: 'too_large' } });
});

function createServerOfHeaders() {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write(`HTTP/1.1 302 Found\r\nlocation: /${'a'.repeat(1_000_000)}\r\n\r\n`);
  });
  let pages: ReturnType<typeof createSafeFetch> | null = null;
  return {
    async open() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
      pages = createSafeFetch({ isAllowed: () => false, loopbackOrigins: [origin] });
      return { fetch: pages.fetch, url: `${origin}/` };
    },
    async [Symbol.asyncDispose]() {
      await pages?.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('silence before the headers, between chunks and overall is a timeout', async () => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream, { headersTimeoutMs: 100, idleTimeoutMs: 100 });
  const silent = upstream.on('/silent', () => undefined);
  const stalling = upstream.on('/stalling', (_request, response) => void response.write('a'));
  const dripping = upstream.on('/dripping', (_request, response) => {
    const timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  });
  for (const url of [silent, stalling]) {
    expect(await pages.fetch(createRequest(url)), url).toMatchObject({
      ok: false,
      error: { code: 'timeout' },
    });
  }
  const dripResult = await pages.fetch(createRequest(dripping, { timeoutMs: 300 }));
  expect(dripResult).toMatchObject({ ok: false, error: { code: 'timeout' } });
});

test('aborting a request closes its connection', async () => {
  await using upstream = await startFaultyUpstream();
  await using pages = openFetch(upstream);
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const url = upstream.on('/a', (request) => {
    request.socket.on('close', () => closed.resolve());
    controller.abort();
  });
  expect(await pages.fetch(createRequest(url, { signal: controller.signal }))).toMatchObject({
    error: { code: 'timeout' },
  });
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
