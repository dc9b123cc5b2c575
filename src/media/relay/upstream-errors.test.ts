import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { buildFile, type Scene, serveFile } from '#test/support/faulty-media-upstream.ts';
import { startFaultyRelay, startMediaRelay } from '#test/support/start-media-relay.ts';

const file = buildFile('mp4', 4_000_000);
const total = file.length;
const asVideo = { 'content-type': 'video/mp4', 'content-length': total };

test.each([
  [400, 'media.gone'],
  [403, 'media.gone'],
  [404, 'media.gone'],
  [410, 'media.gone'],
  [429, 'media.busy'],
  [503, 'media.busy'],
  [500, 'media.unreachable'],
  [502, 'media.unreachable'],
  [204, 'media.unreachable'],
  [206, 'media.unreachable'],
  [304, 'media.unreachable'],
  [416, 'media.gone'],
] as const)('CDN status %d becomes %s, and its body is never sent', async (status, code) => {
  await using scene = await startFaultyRelay();
  const relayResponse = await scene.get((_request, response) => {
    response
      .writeHead(status, { 'content-type': 'video/mp4', 'retry-after': '5' })
      .end(file.subarray(0, 100));
  });
  expect(relayResponse.status).toBe(599);
  expect(relayResponse.body.toString()).toBe(code);
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
  const started = performance.now();
  const ended = scene.relay.nextTransfer();
  const relayResponse = await scene.get((request, response) => {
    response.writeHead(200, asVideo).write(file.subarray(0, bytes), () => closeSocket(request.socket));
  });
  expect(relayResponse.status).toBe(200);
  expect(relayResponse.isComplete).toBe(false);
  expect(relayResponse.body.length).toBeLessThan(total);
  expect(performance.now() - started).toBeLessThan(1_000);
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
  const relayResponse = await scene.get((_request, response) => {
    const head = { 'content-type': 'video/mp4', 'content-length': 400 };
    response.writeHead(200, head).write(file.subarray(0, 100));
    let sent = 100;
    const timer = setInterval(() => {
      response.write(file.subarray(sent, sent + 50));
      sent += 50;
      if (sent >= 400) clearInterval(timer);
    }, 60);
  });
  expect(relayResponse.isComplete).toBe(true);
  expect(relayResponse.body.equals(file.subarray(0, 400))).toBe(true);
});

test('bytes beyond the content length are not sent to the client', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: ${total}\r\n\r\n`);
      socket.write(file);
      socket.write(Buffer.alloc(100_000, 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  await using relay = await startMediaRelay({ allowedHosts: [host] });
  const relayResponse = await relay.get(relay.ticketFor(`http://${host}/a`));
  expect(relayResponse.isComplete).toBe(true);
  expect(relayResponse.body.equals(file)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ['a bad chunk', 'HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a megabyte of headers', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef',
  ],
  ['no length', 'HTTP/1.1 200 OK\r\ncontent-type: video/mp4\r\n\r\n\0\0\0\x18ftypisom'],
  ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nxxxx'],
  ['another protocol unannounced', 'HTTP/1.1 101 Switching Protocols\r\n\r\nxxxx'],
  ['HTTP/1.0 without a length', 'HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\n\r\n\0\0\0\x18ftypisom'],
] as const)('%s is unreachable', async (_what, bytes) => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(bytes, 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  await using relay = await startMediaRelay({ allowedHosts: [host] });
  const relayResponse = await relay.get(relay.ticketFor(`http://${host}/a`));
  expect(relayResponse.body.toString()).toBe('media.unreachable');
  await new Promise((resolve) => server.close(resolve));
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
