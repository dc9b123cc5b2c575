import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { buildFile, type Scene, serveFile } from '#test/support/fault-media-upstream.ts';
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
] as const)('the CDN’s status %d is %s, and its body never goes out', async (status, code) => {
  await using scene = await startFaultyRelay();
  const answer = await scene.get((_request, response) => {
    response
      .writeHead(status, { 'content-type': 'video/mp4', 'retry-after': '5' })
      .end(file.subarray(0, 100));
  });
  expect(answer.status).toBe(599);
  expect(answer.body.toString()).toBe(code);
});

test.each([
  ['at once', 0],
  ['within the first bytes', 30],
])('a reset %s is tried once more', async (_when, bytes) => {
  await using scene = await startFaultyRelay();
  let asked = 0;
  const whole = serveFile(file, 'video/mp4');
  const answer = await scene.get((request, response) => {
    asked += 1;
    if (asked === 2) return whole(request, response);
    if (bytes === 0) return void request.socket.resetAndDestroy();
    response.writeHead(200, asVideo).write(file.subarray(0, bytes), () => request.socket.resetAndDestroy());
  });
  expect(answer.body.length).toBe(total);
  expect(asked).toBe(2);
});

test('a reset that comes again is unreachable', async () => {
  await using scene = await startFaultyRelay();
  const answer = await scene.get((request) => void request.socket.resetAndDestroy());
  expect(answer.body.toString()).toBe('media.unreachable');
  expect(scene.upstream.requests).toHaveLength(2);
});

test.each([
  ['reset half-way', 2_000_000, (socket: Socket): void => void socket.resetAndDestroy()],
  ['reset at 99 %', 3_960_000, (socket: Socket): void => void socket.resetAndDestroy()],
  ['ended early in a small rest', 3_999_900, (socket: Socket): void => void socket.end()],
  ['ended half-way', 2_000_000, (socket: Socket): void => void socket.end()],
] as const)('a body %s cuts the visitor at once, never a short 200', async (_how, bytes, cut) => {
  await using scene = await startFaultyRelay();
  const started = performance.now();
  const ended = scene.relay.nextTransfer();
  const answer = await scene.get((request, response) => {
    response.writeHead(200, asVideo).write(file.subarray(0, bytes), () => cut(request.socket));
  });
  expect(answer.status).toBe(200);
  expect(answer.isComplete).toBe(false);
  expect(answer.body.length).toBeLessThan(total);
  expect(performance.now() - started).toBeLessThan(1_000);
  expect((await ended).outcome).toBe('upstream_cut');
});

test('a cut in a small file and in a chunked one is a cut too', async () => {
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

test('silence before the head and a drip of first bytes end as a timeout', async () => {
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

test.each([100_000, 2_500_000])('a stall after %d bytes ends at the idle limit', async (bytes) => {
  await using scene = await startFaultyRelay({ idleMs: 150 });
  const ended = scene.relay.nextTransfer();
  const answer = await scene.get((_request, response) => {
    response.writeHead(200, asVideo).write(file.subarray(0, bytes));
  });
  expect(answer.isComplete).toBe(false);
  expect((await ended).outcome).toBe('upstream_idle');
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
});

test('a slow CDN that keeps sending is waited for', async () => {
  await using scene = await startFaultyRelay({ idleMs: 150 });
  const answer = await scene.get((_request, response) => {
    const head = { 'content-type': 'video/mp4', 'content-length': 400 };
    response.writeHead(200, head).write(file.subarray(0, 100));
    let sent = 100;
    const timer = setInterval(() => {
      response.write(file.subarray(sent, sent + 50));
      sent += 50;
      if (sent >= 400) clearInterval(timer);
    }, 60);
  });
  expect(answer.isComplete).toBe(true);
  expect(answer.body.equals(file.subarray(0, 400))).toBe(true);
});

test('bytes beyond the promised length do not reach the visitor', async () => {
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
  const answer = await relay.get(relay.ticketFor(`http://${host}/a`));
  expect(answer.isComplete).toBe(true);
  expect(answer.body.equals(file)).toBe(true);
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
  const answer = await relay.get(relay.ticketFor(`http://${host}/a`));
  expect(answer.body.toString()).toBe('media.unreachable');
  await new Promise((resolve) => server.close(resolve));
});

test('a closed port is unreachable', async () => {
  await using relay = await startMediaRelay({ allowedHosts: ['127.0.0.1:9'] });
  const answer = await relay.get(relay.ticketFor('http://127.0.0.1:9/a'));
  expect(answer.body.toString()).toBe('media.unreachable');
});

test('an encoded body, an empty one and one of another kind never go out', async () => {
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
  for (const scene_ of scenes) {
    const answer = await scene.get(scene_);
    expect(answer.status).toBe(599);
    expect(answer.body.toString()).toBe('media.wrong_type');
  }
});
