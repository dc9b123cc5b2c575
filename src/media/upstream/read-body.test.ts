import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { buildFile, type Scene, serveFile } from '#test/support/faulty-media-upstream.ts';
import { sha256, startFaultyRelay } from '#test/support/start-media-relay.ts';

const file = buildFile('jpg', 3_000_000);

async function start(limits = {}) {
  const scene = await startFaultyRelay(limits);
  const { readWholeFile } = scene.relay.media;
  return {
    ...scene,
    read: (url: string, maxBytes: number, signal?: AbortSignal) =>
      readWholeFile(scene.relay.ticketFor(url).slice('/media/'.length), maxBytes, signal),
  };
}

test('a file up to the limit is read completely, with its detected type', async () => {
  await using scene = await start();
  for (const bytes of [file, file.subarray(0, 40)]) {
    const url = scene.upstream.on('/a', serveFile(bytes, 'image/webp'));
    const read = await scene.read(url, bytes.length);
    expect(read.ok && sha256(read.value.bytes)).toBe(sha256(bytes));
    expect(read.ok && read.value.type.extension).toBe('jpg');
  }
});

test('a larger file is rejected by its declared length or by the received bytes', async () => {
  await using scene = await start();
  const declared = scene.upstream.on('/a', serveFile(buildFile('jpg', 40_000_000), 'image/jpeg'));
  expect(await scene.read(declared, 1_000_000)).toEqual({
    ok: false,
    error: { code: 'media.too_large', totalBytes: 40_000_000 },
  });
  const endless = scene.upstream.on('/b', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    const more = () => {
      while (!response.destroyed && response.write(file));
    };
    response.on('drain', more);
    more();
  });
  expect(await scene.read(endless, 1_000_000)).toEqual({ ok: false, error: { code: 'media.too_large' } });
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
});

const head = { 'content-type': 'image/jpeg', 'content-length': file.length };

test('a cut is unreachable, and a bad ticket invalid', async () => {
  await using scene = await start();
  const truncatedUrl = scene.upstream.on('/a', (request, response) => {
    response.writeHead(200, head).write(file.subarray(0, 1_000_000), () => request.socket.destroy());
  });
  expect(await scene.read(truncatedUrl, 4_000_000)).toMatchObject({
    ok: false,
    error: { code: 'media.unreachable' },
  });
  expect(await scene.relay.media.readWholeFile('nonsense', 1)).toEqual({
    ok: false,
    error: { code: 'ticket.invalid' },
  });
});

test('a stall is a timeout', async () => {
  await using scene = await start({ idleMs: 100 });
  const stall = scene.upstream.on('/a', (_request, response) => {
    response.writeHead(200, head).write(file.subarray(0, 1_000_000));
  });
  expect(await scene.read(stall, 4_000_000)).toMatchObject({ ok: false, error: { code: 'media.timeout' } });
});

/** Sends the start of the file and a little more on every tick, so that it is never idle. */
const endless: Scene = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': file.length });
  response.write(file.subarray(0, 1_000));
  const timer = setInterval(() => response.write('x'.repeat(100)), 20);
  response.on('close', () => clearInterval(timer));
};

test('an abort closes the CDN connection before and at the start of the response', async () => {
  await using scene = await start();
  for (const behave of [endless, () => undefined]) {
    const requestReceived = Promise.withResolvers<void>();
    const controller = new AbortController();
    const url = scene.upstream.on('/a', (request, response) => {
      behave(request, response);
      requestReceived.resolve();
    });
    const pendingRead = scene.read(url, 4_000_000, controller.signal);
    await requestReceived.promise;
    controller.abort();
    expect(await pendingRead).toMatchObject({ ok: false, error: { code: 'media.unreachable' } });
    await expect.poll(() => scene.upstream.openSockets()).toBe(0);
  }
});

test('an abort in the middle of the body closes the CDN connection at once', async () => {
  await using scene = await start();
  const controller = new AbortController();
  const pendingRead = scene.read(scene.upstream.on('/a', endless), 4_000_000, controller.signal);
  await expect.poll(() => scene.upstream.bytesSent()).toBeGreaterThan(2_000);
  controller.abort();
  expect(await pendingRead).toMatchObject({ ok: false, error: { code: 'media.unreachable' } });
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
});

test('a file that never ends is a timeout even without pauses', async () => {
  await using scene = await start({ wholeFileMs: 200 });
  const read = await scene.read(scene.upstream.on('/a', endless), 4_000_000);
  expect(read).toMatchObject({ ok: false, error: { code: 'media.timeout' } });
  await expect.poll(() => scene.upstream.openSockets()).toBe(0);
});

test('four files are read concurrently, a fifth gets media.busy, and slots are freed', async () => {
  await using scene = await start();
  const pendingResponses: ServerResponse[] = [];
  const slow = scene.upstream.on('/slow', (_request, response) => void pendingResponses.push(response));
  const good = scene.upstream.on('/good', serveFile(file, 'image/jpeg'));
  const pendingReads = Array.from({ length: 4 }, () => scene.read(slow, 4_000_000));
  expect(await scene.read(good, 4_000_000)).toEqual({ ok: false, error: { code: 'media.busy' } });
  await expect.poll(() => pendingResponses.length).toBe(4);
  for (const response of pendingResponses) response.writeHead(500).end();
  for (const read of await Promise.all(pendingReads)) expect(read.ok).toBe(false);
  for (let i = 0; i < 5; i += 1) expect((await scene.read(good, 4_000_000)).ok).toBe(true);
});
