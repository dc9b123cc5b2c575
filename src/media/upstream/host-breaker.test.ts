import { expect, test } from 'vitest';
import { buildFile, type Scene, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { createHostBreakers } from './host-breaker.ts';

const file = buildFile('mp4', 5000);
const fullResponse: Scene = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file);

const forbidden: Scene = (_request, response) => void response.writeHead(403).end();
const broken: Scene = (_request, response) => void response.writeHead(500).end();
/** Generous, so that only a slow machine could reach them. */
const limits = { firstByteMs: 15_000, openMs: 20_000 };

test('an internal error during a probe does not keep the breaker open forever', async () => {
  let time = 0;
  const { guard } = createHostBreakers(() => time);
  const { signal } = new AbortController();
  const attempt = (outcome: 'unreachable' | 'ours' | 'file') =>
    guard({ clientSignal: signal, signal }, async (onHop) => {
      onHop('a');
      if (outcome === 'ours') throw new Error('ours');
      if (outcome === 'unreachable') return { ok: false, error: { code: 'media.unreachable' } } as const;
      return { ok: true, value: outcome } as const;
    });
  for (let index = 0; index < 5; index += 1) await attempt('unreachable');
  expect(await attempt('file')).toMatchObject({ ok: false, error: { code: 'media.unreachable' } });
  time += 60_000;
  await expect(attempt('ours')).rejects.toThrow('ours');
  time += 60_000;
  expect(await attempt('file')).toEqual({ ok: true, value: 'file' });
});

test('a slow renewal does not open the breaker of the media host', async () => {
  const now = Date.now();
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    limits: { ...limits, openMs: 60 },
    now: () => now,
    renewMediaUrl: () => new Promise(() => undefined),
  });
  for (let index = 0; index < 8; index += 1) {
    const item = { postUrl: `https://www.threads.com/@a/post/${index}`, itemId: '1', format: 'MP4' };
    const url = upstream.on(`/gone/${index}`, forbidden);
    await relay.get(relay.ticketFor(url, { item: { ...item, part: 'file' } }));
  }
  expect((await relay.get(relay.ticketFor(upstream.on('/a', fullResponse)))).status).toBe(200);
});

test('a redirect to a broken host opens only the breaker of the broken host', async () => {
  const now = Date.now();
  await using good = await startFaultyUpstream();
  await using bad = await startFaultyUpstream();
  await using relay = await startMediaRelay({
    allowedHosts: [good.host, bad.host],
    limits,
    now: () => now,
  });
  const away = bad.on('/broken', broken);
  const redirected = relay.ticketFor(
    good.on('/there', (_request, response) => void response.writeHead(302, { location: away }).end()),
  );
  for (let index = 0; index < 8; index += 1) await relay.get(redirected);
  expect(bad.requests).toHaveLength(5);
  expect(good.requests).toHaveLength(8);
  expect((await relay.get(relay.ticketFor(good.on('/a', fullResponse)))).status).toBe(200);
  expect((await relay.get(relay.ticketFor(bad.on('/b', fullResponse)))).body.toString()).toBe(
    'media.unreachable',
  );
});

test('a URL renewed from a working host to another host is requested', async () => {
  const now = Date.now();
  await using bad = await startFaultyUpstream();
  await using good = await startFaultyUpstream();
  const fresh = good.on('/fresh', fullResponse);
  await using relay = await startMediaRelay({
    allowedHosts: [good.host, bad.host],
    limits,
    now: () => now,
    renewMediaUrl: async () => fresh,
  });
  for (let index = 0; index < 6; index += 1) await relay.get(relay.ticketFor(bad.on('/gone', forbidden)));
  expect((await relay.get(relay.ticketFor(good.on('/a', fullResponse)))).status).toBe(200);
  for (let index = 0; index < 6; index += 1) await relay.get(relay.ticketFor(bad.on('/broken', broken)));
  const renewed = await relay.get(relay.ticketFor(good.on('/late', forbidden)));
  expect(renewed.body.length).toBe(file.length);
});
