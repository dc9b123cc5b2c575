import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  buildFile,
  type FaultUpstream,
  type Scene,
  serveFile,
  startFaultUpstream,
} from '#test/support/fault-media-upstream.ts';
import { type MediaRelay, startMediaRelay } from '#test/support/start-media-relay.ts';
import type { TransferLimits } from './limits.ts';

const file = buildFile('mp4', 4_000_000);
const total = file.length;
const asVideo = { 'content-type': 'video/mp4', 'content-length': total };

async function start(limits: Partial<TransferLimits> = {}) {
  const upstream: FaultUpstream = await startFaultUpstream();
  const relay: MediaRelay = await startMediaRelay({ allowedHosts: [upstream.host], limits });
  return {
    upstream,
    relay,
    get: (scene: Scene, headers: Record<string, string> = {}) =>
      relay.get(relay.ticketFor(upstream.on('/a', scene)), headers),
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

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
  await using scene = await start();
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
  await using scene = await start();
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
  await using scene = await start();
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
  await using scene = await start();
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
  await using scene = await start();
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
  await using scene = await start({ firstByteMs: 150 });
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
  await using scene = await start({ idleMs: 150 });
  const ended = scene.relay.nextTransfer();
  const answer = await scene.get((_request, response) => {
    response.writeHead(200, asVideo).write(file.subarray(0, bytes));
  });
  expect(answer.isComplete).toBe(false);
  expect((await ended).outcome).toBe('upstream_idle');
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
});

test('a slow CDN that keeps sending is waited for', async () => {
  await using scene = await start({ idleMs: 150 });
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
  await using scene = await start();
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

test('two redirects are followed, a third and a loop are not', async () => {
  await using scene = await start();
  const { upstream, relay } = scene;
  const redirect =
    (location: string): Scene =>
    (_request, response) =>
      void response.writeHead(302, { location }).end();
  upstream.on('/file', serveFile(file, 'video/mp4'));
  upstream.on('/one', redirect('/file'));
  upstream.on('/two', redirect(`${upstream.origin}/one`));
  upstream.on('/three', redirect('two'));
  upstream.on('/loop', redirect('/loop'));
  expect((await relay.get(relay.ticketFor(`${upstream.origin}/two`))).body.length).toBe(total);
  const before = upstream.requests.length;
  for (const path of ['/three', '/loop']) {
    const answer = await relay.get(relay.ticketFor(upstream.origin + path));
    expect(answer.body.toString()).toBe('media.unreachable');
  }
  expect(upstream.requests.length - before).toBe(6);
});

test('a redirect to anywhere we would not go first is refused, and nothing connects there', async () => {
  await using scene = await start();
  await using canary = await startFaultUpstream();
  const { port } = new URL(canary.origin);
  for (const location of [
    canary.origin,
    `http://localhost:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://127.1:${port}/`,
    `http://0:${port}/`,
    `http://user@${scene.upstream.host}/`,
    `//127.0.0.1:${port}/`,
    `///127.0.0.1:${port}/`,
    `\\\\127.0.0.1:${port}\\`,
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://evil.example/',
    'file:///etc/passwd',
    'data:video/mp4,x',
    'javascript:alert(1)',
    'gopher://127.0.0.1/',
    'https://',
    '',
    `/${'a'.repeat(12_000)}`,
  ]) {
    const answer = await scene.get((_request, response) => void response.writeHead(302, { location }).end());
    expect(answer.body.toString(), location).toBe('media.unreachable');
  }
  const without = await scene.get((_request, response) => void response.writeHead(302).end());
  expect(without.body.toString()).toBe('media.unreachable');
  expect(canary.requests).toHaveLength(0);
});

test('a visitor who leaves closes the CDN’s side within a second', async () => {
  await using scene = await start();
  const { relay, upstream } = scene;
  const endless: Scene = (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 2_000_000_000 });
    const more = () => {
      while (!response.destroyed && response.write(file));
    };
    response.on('drain', more);
    more();
  };
  const path = relay.ticketFor(upstream.on('/endless', endless));
  for (const afterBytes of [1, 1_000_000]) {
    const ended = relay.nextTransfer();
    await leaveAfter(relay.origin, path, afterBytes);
    const left = performance.now();
    expect((await ended).outcome).toBe('client_gone');
    await expect.poll(() => upstream.openSockets()).toBe(0);
    expect(performance.now() - left).toBeLessThan(1_000);
  }
});

test('a visitor who leaves before the CDN answers closes its side too', async () => {
  await using scene = await start();
  const { relay, upstream } = scene;
  const asked = Promise.withResolvers<void>();
  const path = relay.ticketFor(upstream.on('/silent', () => asked.resolve()));
  const ended = relay.nextTransfer();
  const { port } = new URL(relay.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await asked.promise;
  socket.destroy();
  expect((await ended).outcome).toBe('client_gone');
  await expect.poll(() => upstream.openSockets()).toBe(0);
});

test('a visitor who does not read holds the CDN back, and is let go in the end', async () => {
  await using scene = await start({ idleMs: 100, clientIdleMs: 300 });
  const { relay, upstream } = scene;
  const big = buildFile('mp4', 64_000_000);
  const path = relay.ticketFor(upstream.on('/big', serveFile(big, 'video/mp4')));
  const ended = relay.nextTransfer();
  const { port } = new URL(relay.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  socket.pause();
  const transfer = await ended;
  socket.destroy();
  expect(transfer.outcome).toBe('client_idle');
  expect(transfer.bytes).toBeLessThan(32_000_000);
});

test('a connection of an ended small file is used again, for files of other visitors too', async () => {
  await using scene = await start();
  const { relay, upstream } = scene;
  const path = relay.ticketFor(upstream.on('/small', serveFile(buildFile('jpg', 50_000), 'image/jpeg')));
  for (let i = 0; i < 5; i += 1) expect((await relay.get(path)).body.length).toBe(50_000);
  expect(upstream.openSockets()).toBe(1);
});

function leaveAfter(origin: string, path: string, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    const { port } = new URL(origin);
    const socket = connect(Number(port), '127.0.0.1');
    let read = 0;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    socket.on('data', (chunk) => {
      read += chunk.length;
      if (read >= bytes) socket.destroy();
    });
    socket.on('close', () => resolve());
  });
}
