import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildFile, type Scene, serveFile } from '#test/support/faulty-media-upstream.ts';
import { startFaultyRelay } from '#test/support/start-media-relay.ts';

const file = buildFile('mp4', 4_000_000);

test('a client that disconnects closes the CDN connection', async () => {
  await using scene = await startFaultyRelay();
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
    await disconnectAfter(relay.origin, path, afterBytes);
    expect((await ended).outcome).toBe('client_gone');
    await expect.poll(() => upstream.openSockets()).toBe(0);
  }
});

test('a client that disconnects before the CDN responds closes the CDN connection', async () => {
  await using scene = await startFaultyRelay();
  const { relay, upstream } = scene;
  const requestReceived = Promise.withResolvers<void>();
  const path = relay.ticketFor(upstream.on('/silent', () => requestReceived.resolve()));
  const ended = relay.nextTransfer();
  const { port } = new URL(relay.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await requestReceived.promise;
  socket.destroy();
  expect((await ended).outcome).toBe('client_gone');
  await expect.poll(() => upstream.openSockets()).toBe(0);
});

test('a client that does not read causes back-pressure and is finally disconnected', async () => {
  await using scene = await startFaultyRelay({ idleMs: 100, clientIdleMs: 300 });
  const { relay, upstream } = scene;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const big = buildFile('mp4', 64_000_000);
  const path = relay.ticketFor(upstream.on('/big', serveFile(big, 'video/mp4')));
  const ended = relay.nextTransfer();
  const { port } = new URL(relay.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  socket.pause();
  // Time passes only while the client keeps the relay from writing.
  while (relay.transfers.length === 0) {
    await nextTurn();
    if ([...relay.clients].some(({ writableNeedDrain }) => writableNeedDrain)) vi.advanceTimersByTime(100);
  }
  const transfer = await ended;
  socket.destroy();
  expect(transfer.outcome).toBe('client_idle');
  expect(transfer.bytes).toBeLessThan(32_000_000);
});

test('the CDN connection of a completed small file is reused across clients', async () => {
  await using scene = await startFaultyRelay();
  const { relay, upstream } = scene;
  const path = relay.ticketFor(upstream.on('/small', serveFile(buildFile('jpg', 50_000), 'image/jpeg')));
  for (let i = 0; i < 5; i += 1) expect((await relay.get(path)).body.length).toBe(50_000);
  expect(upstream.openSockets()).toBe(1);
});

function disconnectAfter(origin: string, path: string, bytes: number): Promise<void> {
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
