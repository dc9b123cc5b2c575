import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createUpstreamRequester } from '#media/request-upstream.ts';
import { createSafeFetch } from '#platform/safe-fetch.ts';
import { createJudgingLookup } from '#platform/safe-fetch-lookup.ts';
import { hasProgram } from '#test/support/has-program.ts';
import { startTlsServer } from '#test/support/start-tls-server.ts';
import { stressRuns } from '#test/support/stress.ts';
import { createThreadsReader, defaultLimits } from '#threads/create-threads-reader.ts';
import { buildPage, mediaBlock } from '#threads/fixtures/build-page.ts';
import { buildPost, video } from '#threads/fixtures/build-post.ts';

const times = stressRuns(3, 100);
/** What has much to unpack. */
const timesOfBombs = stressRuns(2, 100);
/** Fewer than the connections a reader has to one host: each gets its answer in its own time. */
const atOnce = 20;
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** A reader with the product's own way of asking, in front of a Threads that has one fault whatever is asked. */
function openReader(origin: string, totalMs = 15_000) {
  const pages = createSafeFetch({
    allows: (url) => url.origin === origin,
    loopbackOrigins: [origin],
    ...(totalMs < 5_000 && { headersTimeoutMs: totalMs }),
  });
  const reader = createThreadsReader(
    {
      ...{ fetch: pages.fetch, origin, profiles: ['P1', 'P2'], now: Date.now, random: () => 0.5 },
      onAttempt: () => undefined,
    },
    { ...defaultLimits, totalMs, pageMs: totalMs, dataMs: totalMs },
  );
  return { reader, [Symbol.asyncDispose]: () => pages.close() };
}

async function startFaulty(fault: Fault) {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    asked += 1;
    fault(request, response);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The codes that so many posts, some asked for at once, end with. */
async function endsOf(
  origin: string,
  { totalMs, count = times }: Case = {},
  asked = () => count,
): Promise<string[]> {
  await using open = openReader(origin, totalMs);
  // To wait costs nothing.
  const waiting = totalMs === undefined ? atOnce : 50;
  const end = async (at: number) => {
    const read = await open.reader.extract(
      `https://www.threads.com/@a/post/DFault${String(at).padStart(5, '0')}`,
    );
    return read.ok ? 'read' : read.error.code;
  };
  const ends = new Set<string>();
  // Who is given little time may be over before it is heard, on a busy machine: others come in its place.
  for (let first = 0; first < count || (asked() < count && first < count * 5); first += waiting) {
    const some = await Promise.all(Array.from({ length: waiting }, (_, at) => end(first + at)));
    for (const one of some) ends.add(one);
  }
  return [...ends];
}

const codeIn = (path = '') => /DFault\d{5}/.exec(path)?.[0] ?? '';
const pageOf = (code: string) => Buffer.from(buildPage([mediaBlock(buildPost(code, video('clip')))]));
const html = { 'content-type': 'text/html' };
const raw =
  (text: string): Fault =>
  (_request, response) =>
    void response.socket?.end(text);
/** So much of the page, and then none. */
const cutAt =
  (part: number): Fault =>
  (request, response) => {
    const page = pageOf(codeIn(request.url));
    response.writeHead(200, { ...html, 'content-length': page.length });
    response.write(page.subarray(0, Math.floor(page.length * part)), () => response.destroy());
  };
const packed =
  (encoding: string, bytes: Buffer): Fault =>
  (_request, response) =>
    void response.writeHead(200, { ...html, 'content-encoding': encoding }).end(bytes);

const zeros = Buffer.alloc(100 * 1024 * 1024);
const gzipBomb = gzipSync(zeros);
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const layered = () => {
  let bytes = gzipSync(Buffer.alloc(100_000));
  for (let layer = 1; layer < 100; layer += 1) bytes = gzipSync(bytes);
  return bytes;
};

interface Case {
  /** Of a reading, where nothing else ends it. */
  totalMs?: number;
  count?: number;
}
const silent = { totalMs: 700 };
const bomb = { count: timesOfBombs };
const faults: [name: string, fault: Fault, code: string, some?: Case][] = [
  ['a reset before anything', (request) => request.socket.resetAndDestroy(), 'upstream.unreachable'],
  ['a cut in the middle of the page', cutAt(0.5), 'upstream.unreachable'],
  ['a cut just before its end', cutAt(0.99), 'upstream.unreachable'],
  ['silence before the headers', () => undefined, 'upstream.timeout', silent],
  [
    'a page of one byte a second',
    (_request, response) => {
      response.writeHead(200, html);
      const timer = setInterval(() => response.write(' '), 1000);
      response.on('close', () => clearInterval(timer));
    },
    'upstream.timeout',
    silent,
  ],
  [
    'fewer bytes than said',
    raw('HTTP/1.1 200 OK\r\ncontent-length: 90\r\nconnection: close\r\n\r\n<html>'),
    'upstream.unreachable',
  ],
  [
    'a bad chunk',
    raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n<html\r\nzz\r\n'),
    'upstream.unreachable',
  ],
  [
    'an error of the host',
    (_request, response) => void response.writeHead(500).end(),
    'upstream.unreachable',
  ],
  [
    'too many requests',
    (_request, response) => void response.writeHead(429, { 'retry-after': '7' }).end(),
    'upstream.busy',
  ],
  [
    'a megabyte of headers',
    (_request, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(1_000_000) }).end(),
    'upstream.changed',
  ],
  [
    'two gigabytes said',
    (_request, response) =>
      void response.writeHead(200, { ...html, 'content-length': 2 ** 31 }).write('<html>'),
    'upstream.timeout',
    silent,
  ],
  ['no HTTP', raw('hello'), 'upstream.unreachable'],
  ['what speaks TLS badly', raw('\x15\x03\x01\x00\x02\x02\x28'), 'upstream.unreachable'],
  ['a gzip that unpacks to 100 MiB', packed('gzip', gzipBomb), 'upstream.changed', bomb],
  ['a brotli that unpacks to 100 MiB', packed('br', brotliBomb), 'upstream.changed', bomb],
  ['a hundred layers of gzip, one said', packed('gzip', layered()), 'upstream.busy'],
  ['a list of codings', packed('gzip, gzip', layered()), 'upstream.unreachable'],
  [
    'a truncated gzip',
    packed('gzip', gzipSync(pageOf('DFault00000')).subarray(0, -9)),
    'upstream.unreachable',
  ],
];

test.each(faults)(
  '%s, over and over at once: the same code each time',
  { timeout: 600_000 },
  async (_name, fault, code, some) => {
    await using threads = await startFaulty(fault);
    expect(await endsOf(threads.origin, some, threads.asked)).toEqual([code]);
    expect(threads.asked()).toBeGreaterThanOrEqual(some?.count ?? times);
  },
);

test('a bomb ends within a second and takes little memory', async () => {
  await using threads = await startFaulty(packed('br', brotliBomb));
  await using open = openReader(threads.origin);
  await open.reader.extract('https://www.threads.com/@a/post/DFault90000');
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  expect((await open.reader.extract('https://www.threads.com/@a/post/DFault90001')).ok).toBe(false);
  // A quiet machine needs a twentieth of it, for every way that is tried.
  expect(performance.now() - begun).toBeLessThan(3_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
});

test('who is not there is unreachable', async () => {
  const gone = await startFaulty(() => undefined);
  await gone[Symbol.asyncDispose]();
  expect(await endsOf(gone.origin)).toEqual(['upstream.unreachable']);
});

test.skipIf(!hasProgram('openssl'))(
  'a certificate that nobody vouches for is no Threads and no media host',
  { timeout: 600_000 },
  async () => {
    await using server = await startTlsServer();
    expect(await endsOf(`https://127.0.0.1:${server.port}`)).toEqual(['upstream.unreachable']);

    const media = createUpstreamRequester(createJudgingLookup({ isForbidden: () => false }));
    const url = new URL(`https://localhost:${server.port}/a`);
    const asks = Array.from({ length: times }, () =>
      media
        .requestUpstream(
          { url, isLoopback: false },
          { method: 'GET', range: null },
          AbortSignal.timeout(10_000),
        )
        .then(
          () => 'answered',
          (error: NodeJS.ErrnoException) => error.code,
        ),
    );
    expect([...new Set(await Promise.all(asks))]).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT']);
    media.close();
    expect(server.requests()).toBe(0);
  },
);
