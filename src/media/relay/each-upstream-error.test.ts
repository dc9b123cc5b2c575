import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { defaultCircuitBreakerOptions } from '#platform/limits/circuit-breaker.ts';
import { buildFile, type Scene } from '#test/support/faulty-media-upstream.ts';
import { startFaultyRelay } from '#test/support/start-media-relay.ts';
import { stressRuns } from '#test/support/stress.ts';

const times = stressRuns(10, 100);
/** Generous, so that only a slow machine could reach them. */
const limits = { firstByteMs: 15_000, openMs: 20_000, idleMs: 400 };
const file = buildFile('mp4', 50_000);
const head = { 'content-type': 'video/mp4', 'content-length': file.length };

const cutAfter =
  (bytes: number): Scene =>
  (_request, response) => {
    response.writeHead(200, head);
    response.write(file.subarray(0, bytes), () => response.destroy());
  };

const raw =
  (text: string, body: Buffer = Buffer.alloc(0)): Scene =>
  (_request, response) => {
    response.socket?.end(Buffer.concat([Buffer.from(text), body]));
  };

/** The expected error code, or `cut` or `whole` for a file that was started. */
const upstreamFailures: [name: string, scene: Scene, expected: string][] = [
  ['a reset before anything', (request) => request.socket.resetAndDestroy(), 'media.unreachable'],
  ['a cut after half of it', cutAfter(25_000), 'cut'],
  ['a cut just before the end', cutAfter(49_500), 'cut'],
  ['silence before the headers', () => undefined, 'media.timeout'],
  [
    'silence in the middle',
    (_request, response) => void response.writeHead(200, head).write(file.subarray(0, 1000)),
    'cut',
  ],
  [
    'fewer bytes than said',
    raw(
      `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 50000\r\nconnection: close\r\n\r\n`,
      file.subarray(0, 30_000),
    ),
    'cut',
  ],
  [
    'more bytes than said',
    raw(
      `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 40000\r\nconnection: close\r\n\r\n`,
      file,
    ),
    'whole',
  ],
  [
    'a bad chunk',
    raw(
      `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ntransfer-encoding: chunked\r\n\r\n4e20\r\n`,
      Buffer.concat([file.subarray(0, 20_000), Buffer.from('\r\nzz\r\n')]),
    ),
    'cut',
  ],
  ['an error of the host', (_request, response) => void response.writeHead(500).end(), 'media.unreachable'],
  ['a host that is away', (_request, response) => void response.writeHead(502).end(), 'media.unreachable'],
  [
    'too many requests',
    (_request, response) => void response.writeHead(429, { 'retry-after': '7' }).end(),
    'media.busy',
  ],
  [
    'a megabyte of headers',
    (_request, response) =>
      void response.writeHead(200, { ...head, 'x-long': 'x'.repeat(1_000_000) }).end(file),
    'media.unreachable',
  ],
  [
    'two gigabytes said and a few bytes sent',
    (_request, response) => void response.writeHead(200, { ...head, 'content-length': 2 ** 31 }).write(file),
    'cut',
  ],
  ['no HTTP', raw('hello'), 'media.unreachable'],
  [
    'a bomb',
    (_request, response) => void response.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(file),
    'media.wrong_type',
  ],
];

/** Never opens, so that each request reaches the host. */
const breaker = { ...defaultCircuitBreakerOptions, failures: Number.POSITIVE_INFINITY };

test.each(upstreamFailures)(
  '%s gets the same response for all concurrent requests',
  async (_name, scene, expected) => {
    const caseLimits = {
      ...limits,
      breaker,
      ...(expected === 'media.timeout' && { firstByteMs: 1500 }),
      ...(expected === 'whole' && { idleMs: 15_000 }),
    };
    await using faulty = await startFaultyRelay(caseLimits);
    const outcomes = await Promise.all(
      Array.from({ length: times }, async () => {
        const { status, body, isComplete } = await faulty.get(scene);
        if (status === 599) return body.toString();
        return isComplete ? 'whole' : 'cut';
      }),
    );
    expect([...new Set(outcomes)]).toEqual([expected]);
    expect(faulty.upstream.requests.length).toBeGreaterThanOrEqual(times);
  },
);

test('a host that sends one byte per second times out before the first bytes', async () => {
  await using faulty = await startFaultyRelay({ ...limits, breaker, firstByteMs: 500 });
  const dripping: Scene = (_request, response) => {
    response.writeHead(200, head);
    let sent = 0;
    const timer = setInterval(() => response.write(file.subarray(sent, ++sent)), 1000);
    response.on('close', () => clearInterval(timer));
  };
  const responses = await Promise.all(Array.from({ length: times }, () => faulty.get(dripping)));
  expect([...new Set(responses.map(({ body }) => body.toString()))]).toEqual(['media.timeout']);
  expect(faulty.upstream.requests.length).toBe(times);
});

test('an unavailable host fails at once and gets no further requests', async () => {
  const now = Date.now();
  await using faulty = await startFaultyRelay(limits, () => now);
  const reset: Scene = (request) => request.socket.resetAndDestroy();
  for (let index = 0; index < 5; index += 1) await faulty.get(reset);
  const requestCount = faulty.upstream.requests.length;
  const laterResponses = await Promise.all(Array.from({ length: 20 }, () => faulty.get(reset)));
  expect(laterResponses.map(({ body }) => body.toString())).toEqual(Array(20).fill('media.unreachable'));
  expect(faulty.upstream.requests.length).toBe(requestCount);
});

test('missing files do not open the circuit breaker', async () => {
  await using faulty = await startFaultyRelay(limits);
  const notFound: Scene = (_request, response) => void response.writeHead(404).end();
  for (let index = 0; index < 20; index += 1) await faulty.get(notFound);
  const fullResponse: Scene = (_request, response) => void response.writeHead(200, head).end(file);
  expect((await faulty.get(fullResponse)).status).toBe(200);
});

test('clients that disconnect do not open the circuit breaker and leave no sockets open', async () => {
  await using faulty = await startFaultyRelay(limits);
  const path = faulty.relay.ticketFor(faulty.upstream.on('/slow', () => undefined));
  const { port } = new URL(faulty.relay.origin);
  for (let index = 0; index < 20; index += 1) {
    const ended = faulty.relay.nextTransfer();
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await expect.poll(() => faulty.upstream.requests.length).toBe(index + 1);
    socket.destroy();
    expect((await ended).outcome).toBe('client_gone');
  }
  const fullResponse: Scene = (_request, response) => void response.writeHead(200, head).end(file);
  expect((await faulty.get(fullResponse)).status).toBe(200);
});
