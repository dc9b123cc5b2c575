import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultCircuitBreakerOptions } from '#platform/limits/circuit-breaker.ts';
import { buildFile, type Scene, serveFile } from '#test/support/faulty-media-upstream.ts';
import { listen } from '#test/support/local-servers.ts';
import { startFaultyRelay, startMediaRelay } from '#test/support/start-media-relay.ts';
import { stressRuns } from '#test/support/stress.ts';

const file = buildFile('mp4', 4_000_000);
const total = file.length;
const asVideo = { 'content-type': 'video/mp4', 'content-length': total };

const times = stressRuns(10, 100);
/** Generous, so that only a slow machine could reach them. */
const limits = { firstByteMs: 15_000, openMs: 20_000, idleMs: 400 };
const small = buildFile('mp4', 50_000);
const head = { 'content-type': 'video/mp4', 'content-length': small.length };

const cutAfter =
  (bytes: number): Scene =>
  (_request, response) => {
    response.writeHead(200, head);
    response.write(small.subarray(0, bytes), () => response.destroy());
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
    (_request, response) => void response.writeHead(200, head).write(small.subarray(0, 1000)),
    'cut',
  ],
  [
    'fewer bytes than said',
    raw(
      `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 50000\r\nconnection: close\r\n\r\n`,
      small.subarray(0, 30_000),
    ),
    'cut',
  ],
  [
    'more bytes than said',
    raw(
      `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 40000\r\nconnection: close\r\n\r\n`,
      small,
    ),
    'whole',
  ],
  [
    'a bad chunk',
    raw(
      `HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ntransfer-encoding: chunked\r\n\r\n4e20\r\n`,
      Buffer.concat([small.subarray(0, 20_000), Buffer.from('\r\nzz\r\n')]),
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
      void response.writeHead(200, { ...head, 'x-long': 'x'.repeat(1_000_000) }).end(small),
    'media.unreachable',
  ],
  [
    'two gigabytes said and a few bytes sent',
    (_request, response) => void response.writeHead(200, { ...head, 'content-length': 2 ** 31 }).write(small),
    'cut',
  ],
  ['no HTTP', raw('hello'), 'media.unreachable'],
  [
    'a bomb',
    (_request, response) => void response.writeHead(200, { ...head, 'content-encoding': 'gzip' }).end(small),
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
  const fullResponse: Scene = (_request, response) => void response.writeHead(200, head).end(small);
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
  const fullResponse: Scene = (_request, response) => void response.writeHead(200, head).end(small);
  expect((await faulty.get(fullResponse)).status).toBe(200);
});

test.each([
  ['at once', 0],
  ['within the first bytes', 30],
])('a reset %s is retried once', async (_when, bytes) => {
  await using scene = await startFaultyRelay();
  let requestCount = 0;
  const fullResponse = serveFile(file, 'video/mp4');
  const relayResponse = await scene.get((request, response) => {
    requestCount += 1;
    if (requestCount === 2) return fullResponse(request, response);
    if (bytes === 0) return void request.socket.resetAndDestroy();
    response.writeHead(200, asVideo).write(file.subarray(0, bytes), () => request.socket.resetAndDestroy());
  });
  expect(relayResponse.body.length).toBe(total);
  expect(requestCount).toBe(2);
});

test('a repeated reset is unreachable', async () => {
  await using scene = await startFaultyRelay();
  const relayResponse = await scene.get((request) => void request.socket.resetAndDestroy());
  expect(relayResponse.body.toString()).toBe('media.unreachable');
  expect(scene.upstream.requests).toHaveLength(2);
});

test.each([
  ['reset half-way', 2_000_000, (socket: Socket): void => void socket.resetAndDestroy()],
  ['reset at 99 %', 3_960_000, (socket: Socket): void => void socket.resetAndDestroy()],
  ['ended early in a small rest', 3_999_900, (socket: Socket): void => void socket.end()],
  ['ended half-way', 2_000_000, (socket: Socket): void => void socket.end()],
] as const)('a body %s closes the client connection at once', async (_how, bytes, closeSocket) => {
  await using scene = await startFaultyRelay();
  const ended = scene.relay.nextTransfer();
  const relayResponse = await scene.get((request, response) => {
    response.writeHead(200, asVideo).write(file.subarray(0, bytes), () => closeSocket(request.socket));
  });
  expect(relayResponse.status).toBe(200);
  expect(relayResponse.isComplete).toBe(false);
  expect(relayResponse.body.length).toBeLessThan(total);
  expect((await ended).outcome).toBe('upstream_cut');
});

test('a cut in a small or chunked file closes the client connection', async () => {
  await using scene = await startFaultyRelay();
  const small = await scene.get((request, response) => {
    const head = { 'content-type': 'video/mp4', 'content-length': 10_000 };
    response.writeHead(200, head).write(file.subarray(0, 5_000), () => request.socket.end());
  });
  expect(small.isComplete).toBe(false);
  const chunked = await scene.get((request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    response.write(file.subarray(0, 5_000), () => request.socket.end());
  });
  expect(chunked.isComplete).toBe(false);
});

test('silence before the head and slowly dripping first bytes time out', async () => {
  await using scene = await startFaultyRelay({ firstByteMs: 150 });
  const silent = await scene.get(() => undefined);
  expect(silent.body.toString()).toBe('media.timeout');
  const drip = await scene.get((_request, response) => {
    response.writeHead(200, asVideo);
    let sent = 0;
    const timer = setInterval(() => response.write(file.subarray(sent, ++sent)), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect(drip.body.toString()).toBe('media.timeout');
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
});

test.each([100_000, 2_500_000])('a stall after %d bytes ends at the idle timeout', async (bytes) => {
  await using scene = await startFaultyRelay({ idleMs: 150 });
  const ended = scene.relay.nextTransfer();
  const relayResponse = await scene.get((_request, response) => {
    response.writeHead(200, asVideo).write(file.subarray(0, bytes));
  });
  expect(relayResponse.isComplete).toBe(false);
  expect((await ended).outcome).toBe('upstream_idle');
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
});

test('a slow CDN that keeps sending does not time out', async () => {
  await using scene = await startFaultyRelay({ idleMs: 150 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const started = Promise.withResolvers<ServerResponse>();
  const path = scene.relay.ticketFor(
    scene.upstream.on('/a', (_request, response) => started.resolve(response)),
  );
  const received: Buffer[] = [];
  const client = await new Promise<IncomingMessage>((resolve, reject) => {
    get(scene.relay.origin + path, { agent: false }, resolve).on('error', reject);
    started.promise.then((response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 400 });
      response.write(file.subarray(0, 100));
    }, reject);
  });
  client.on('data', (chunk: Buffer) => received.push(chunk));
  const ended = once(client, 'end');
  const upstreamResponse = await started.promise;
  for (let sent = 100; ; sent += 50) {
    while (Buffer.concat(received).length < sent) await once(client, 'data');
    if (sent === 400) break;
    vi.advanceTimersByTime(149);
    upstreamResponse.write(file.subarray(sent, sent + 50));
  }
  await ended;
  expect(client.complete).toBe(true);
  expect(Buffer.concat(received).equals(file.subarray(0, 400))).toBe(true);
});

test('bytes beyond the content length are not sent to the client', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: ${total}\r\n\r\n`);
      socket.write(file);
      socket.write(Buffer.alloc(100_000, 1));
    });
  });
  const { port, close } = await listen(server);
  const host = `127.0.0.1:${port}`;
  await using relay = await startMediaRelay({ allowedHosts: [host] });
  const relayResponse = await relay.get(relay.ticketFor(`http://${host}/a`));
  expect(relayResponse.isComplete).toBe(true);
  expect(relayResponse.body.equals(file)).toBe(true);
  await close();
});

test.each([
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef',
  ],
  ['no length', 'HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\n\r\n\0\0\0\x18ftypisom'],
  ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nxxxx'],
  ['another protocol unannounced', 'HTTP/1.1 101 Switching Protocols\r\n\r\nxxxx'],
  ['HTTP/1.0 without a length', 'HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\n\r\n\0\0\0\x18ftypisom'],
] as const)('%s is unreachable', async (_what, bytes) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(bytes, 'latin1'));
  });
  const { port, close } = await listen(server);
  const host = `127.0.0.1:${port}`;
  await using relay = await startMediaRelay({ allowedHosts: [host] });
  const relayResponse = await relay.get(relay.ticketFor(`http://${host}/a`));
  expect(relayResponse.body.toString()).toBe('media.unreachable');
  await close();
});

test('a closed port is unreachable', async () => {
  await using relay = await startMediaRelay({ allowedHosts: ['127.0.0.1:9'] });
  const relayResponse = await relay.get(relay.ticketFor('http://127.0.0.1:9/a'));
  expect(relayResponse.body.toString()).toBe('media.unreachable');
});

test('encoded, empty and non-media bodies are never sent', async () => {
  await using scene = await startFaultyRelay();
  const scenes: Scene[] = [
    serveFile(file, 'video/mp4', { 'content-encoding': 'gzip' }),
    (_request, response) => void response.writeHead(200, { ...asVideo, 'content-length': 0 }).end(),
    (_request, response) => void response.writeHead(200, { 'content-type': 'video/mp4' }).end(),
    serveFile(Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/html'),
    serveFile(Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/jpeg'),
    serveFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/svg+xml'),
    serveFile(buildFile('jpg', 1_000), 'text/html'),
  ];
  for (const upstreamScene of scenes) {
    const relayResponse = await scene.get(upstreamScene);
    expect(relayResponse.status).toBe(599);
    expect(relayResponse.body.toString()).toBe('media.wrong_type');
  }
});
