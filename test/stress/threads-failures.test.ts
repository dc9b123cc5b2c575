import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createUpstreamClient } from '#media/upstream-client.ts';
import { createSafeLookup } from '#platform/fetch/fetch-policy.ts';
import { buildPage, mediaBlock } from '#threads/fixtures/build-page.ts';
import { buildPost, video } from '#threads/fixtures/build-post.ts';
import { listen } from '../support/local-servers.ts';
import { openReader } from '../support/open-threads-reader.ts';
import { hasProgram } from '../support/programs.ts';
import { stressRuns } from '../support/stress.ts';

const times = stressRuns(3, 100);
/** Runs of the decompression bombs. */
const bombRuns = stressRuns(2, 100);
/** Fewer than the reader's connections per host, so that no request waits for another. */
const concurrency = 20;
type FaultyHandler = (request: IncomingMessage, response: ServerResponse) => void;

async function startFaultyServer(handler: FaultyHandler) {
  let requestCount = 0;
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    requestCount += 1;
    handler(request, response);
  });
  const { origin, close } = await listen(server);
  return { origin, countRequests: () => requestCount, [Symbol.asyncDispose]: close };
}

/** The distinct result codes of many extractions, some of them in parallel. */
async function collectCodes(
  origin: string,
  { totalMs, count = times }: Case = {},
  countRequests = () => count,
): Promise<string[]> {
  await using open = openReader(origin, totalMs);
  // Waiting is cheap, so more of these run at once.
  const waiting = totalMs === undefined ? concurrency : 50;
  const extractOnce = async (at: number) => {
    const read = await open.reader.extract(
      `https://www.threads.com/@a/post/DFault${String(at).padStart(5, '0')}`,
    );
    return read.ok ? 'read' : read.error.code;
  };
  const codes = new Set<string>();
  // On a busy machine, a short timeout can expire before its request arrives; send more then.
  for (let first = 0; first < count || (countRequests() < count && first < count * 5); first += waiting) {
    const some = await Promise.all(Array.from({ length: waiting }, (_, at) => extractOnce(first + at)));
    for (const code of some) codes.add(code);
  }
  return [...codes];
}

const codeIn = (path = '') => /DFault\d{5}/.exec(path)?.[0] ?? '';
const buildPostPage = (code: string) => Buffer.from(buildPage([mediaBlock(buildPost(code, video('clip')))]));
const html = { 'content-type': 'text/html' };
const raw =
  (text: string): FaultyHandler =>
  (_request, response) =>
    void response.socket?.end(text);

/** Sends part of the page, then disconnects. */
const truncateAt =
  (part: number, missing = ''): FaultyHandler =>
  (request, response) => {
    const page = buildPostPage(codeIn(request.url));
    response.writeHead(200, { ...html, 'content-length': page.length + missing.length });
    response.write(page.subarray(0, Math.floor(page.length * part)), () =>
      setImmediate(() => response.destroy()),
    );
  };

const sendEncoded =
  (encoding: string, bytes: Buffer): FaultyHandler =>
  (_request, response) =>
    void response.writeHead(200, { ...html, 'content-encoding': encoding }).end(bytes);

const zeros = Buffer.alloc(100 * 1024 * 1024);
const gzipBomb = gzipSync(zeros);
const brotliPage = brotliCompressSync(buildPostPage('DFault00000'));
const layered = () => {
  let bytes = gzipSync(Buffer.alloc(100_000));
  for (let layer = 1; layer < 100; layer += 1) bytes = gzipSync(bytes);
  return bytes;
};

interface Case {
  /** Timeout of an extraction, for faults that never end by themselves. */
  totalMs?: number;
  count?: number;
}
const silent = { totalMs: 700 };
const bomb = { count: bombRuns };
const faultCases: [name: string, fault: FaultyHandler, code: string, some?: Case][] = [
  ['a reset before anything', (request) => request.socket.resetAndDestroy(), 'upstream.unreachable'],
  ['a cut in the middle of the page', truncateAt(0.5), 'upstream.unreachable'],
  ['a cut just before its end', truncateAt(0.99), 'upstream.unreachable'],
  ['a cut after the block of the post', truncateAt(1, ' '.repeat(1_000)), 'read'],
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
    'fewer bytes than declared',
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
    'a declared length of two gigabytes',
    (_request, response) =>
      void response.writeHead(200, { ...html, 'content-length': 2 ** 31 }).write('<html>'),
    'upstream.timeout',
    silent,
  ],
  ['no HTTP', raw('hello'), 'upstream.unreachable'],
  ['what speaks TLS badly', raw('\x15\x03\x01\x00\x02\x02\x28'), 'upstream.unreachable'],
  ['a gzip that unpacks to 100 MiB', sendEncoded('gzip', gzipBomb), 'upstream.changed', bomb],
  ['a hundred layers of gzip, one said', sendEncoded('gzip', layered()), 'upstream.busy'],
  ['a page in Brotli', sendEncoded('br', brotliPage), 'upstream.unreachable'],
  ['a list of codings', sendEncoded('gzip, gzip', layered()), 'upstream.unreachable'],
  [
    'half a gzip',
    sendEncoded('gzip', gzipSync(buildPostPage('DFault00000')).subarray(0, 300)),
    'upstream.unreachable',
  ],
];

test.each(faultCases)(
  '%s always gives the same error code',
  { timeout: 600_000 },
  async (_name, handler, code, some) => {
    await using threads = await startFaultyServer(handler);
    expect(await collectCodes(threads.origin, some, threads.countRequests)).toEqual([code]);
    expect(threads.countRequests()).toBeGreaterThanOrEqual(some?.count ?? times);
  },
);

test('a decompression bomb fails quickly and uses little memory', async () => {
  await using threads = await startFaultyServer((request, response) => {
    const isBomb = codeIn(request.url) !== 'DFault90000';
    if (isBomb) sendEncoded('gzip', gzipBomb)(request, response);
    else response.writeHead(200, html).end(buildPostPage('DFault90000'));
  });
  // In its own process, because other tests use memory too. `maxRSS` is the most that it ever used, in kilobytes.
  const script = `
    import { openReader } from './test/support/open-threads-reader.ts';
    const { reader } = openReader(process.argv[1]);
    const extract = async (code) => (await reader.extract('https://www.threads.com/@a/post/' + code)).ok;
    const most = () => process.resourceUsage().maxRSS;
    const results = [await extract('DFault90000')];
    const before = { most: most(), cpu: process.cpuUsage() };
    results.push(await extract('DFault90001'));
    const { user, system } = process.cpuUsage(before.cpu);
    console.log(JSON.stringify({ results, cpuMs: (user + system) / 1000, bomb: most() - before.most }));
    process.exit();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
    threads.origin,
  ]);
  const { results, cpuMs, bomb } = JSON.parse(stdout);
  expect(results).toEqual([true, false]);
  // Unpacked as a whole, its bytes and its text take 350 MB.
  expect(bomb).toBeLessThan(100_000);
  // An idle machine needs a twentieth of this.
  expect(cpuMs).toBeLessThan(3_000);
});

test('a server that does not listen is unreachable', async () => {
  const closedServer = await startFaultyServer(() => undefined);
  await closedServer[Symbol.asyncDispose]();
  expect(await collectCodes(closedServer.origin)).toEqual(['upstream.unreachable']);
});

test.skipIf(!hasProgram('openssl'))(
  'an untrusted certificate is rejected for Threads and for media',
  { timeout: 600_000 },
  async () => {
    await using server = await startTlsServer();
    expect(await collectCodes(`https://127.0.0.1:${server.port}`)).toEqual(['upstream.unreachable']);

    const media = createUpstreamClient(createSafeLookup({ isForbidden: () => false }));
    const url = new URL(`https://localhost:${server.port}/a`);
    const requests = Array.from({ length: times }, () =>
      media.requestUpstream({ url, isLoopback: false }, { range: null }, AbortSignal.timeout(10_000)).then(
        () => 'answered',
        (error: NodeJS.ErrnoException) => error.code,
      ),
    );
    expect([...new Set(await Promise.all(requests))]).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT']);
    media.close();
    expect(server.requests()).toBe(0);
  },
);

/** A server with a new self-signed certificate. Counts the requests that reach it. */
async function startTlsServer() {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...args.split(' '), ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  let requests = 0;
  const server = createTlsServer(options, (_request, response) => {
    requests += 1;
    response.end('reached');
  });
  const { port, close } = await listen(server);
  return { port, requests: () => requests, [Symbol.asyncDispose]: close };
}
