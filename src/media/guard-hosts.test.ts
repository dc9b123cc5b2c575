import { expect, test } from 'vitest';
import { buildFile, type Scene, startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import { guardHosts } from './guard-hosts.ts';

const file = buildFile('mp4', 5000);
const whole: Scene = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file);
const gone: Scene = (_request, response) => void response.writeHead(403).end();
const broken: Scene = (_request, response) => void response.writeHead(500).end();
/** Long where only a slow machine could reach them. */
const limits = { firstByteMs: 15_000, openMs: 20_000 };

test('a fault of our own while it is tried leaves no host closed for ever', async () => {
  let time = 0;
  const { guard } = guardHosts(() => time);
  const { signal } = new AbortController();
  const ask = (outcome: 'unreachable' | 'ours' | 'file') =>
    guard({ wanted: signal, either: signal }, async (onHop) => {
      onHop('a');
      if (outcome === 'ours') throw new Error('ours');
      if (outcome === 'unreachable') return { ok: false, error: { code: 'media.unreachable' } } as const;
      return { ok: true, value: outcome } as const;
    });
  for (let index = 0; index < 5; index += 1) await ask('unreachable');
  expect(await ask('file')).toMatchObject({ ok: false, error: { code: 'media.unreachable' } });
  time += 60_000;
  await expect(ask('ours')).rejects.toThrow('ours');
  time += 60_000;
  expect(await ask('file')).toEqual({ ok: true, value: 'file' });
});

test('a host whose addresses have expired is not closed because Threads is slow to give new ones', async () => {
  const moment = Date.now();
  await using upstream = await startFaultUpstream();
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    limits: { ...limits, openMs: 60 },
    now: () => moment,
    renew: () => new Promise(() => undefined),
  });
  for (let index = 0; index < 8; index += 1) {
    const item = { postUrl: `https://www.threads.com/@a/post/${index}`, itemId: '1', format: 'MP4' };
    const url = upstream.on(`/gone/${index}`, gone);
    await relay.get(relay.ticketFor(url, { item: { ...item, part: 'file' } }));
  }
  expect((await relay.get(relay.ticketFor(upstream.on('/a', whole)))).status).toBe(200);
});

test('a host that redirects to one that is broken is not closed itself, and the broken one is', async () => {
  const moment = Date.now();
  await using good = await startFaultUpstream();
  await using bad = await startFaultUpstream();
  await using relay = await startMediaRelay({
    allowedHosts: [good.host, bad.host],
    limits,
    now: () => moment,
  });
  const away = bad.on('/broken', broken);
  const redirected = relay.ticketFor(
    good.on('/there', (_request, response) => void response.writeHead(302, { location: away }).end()),
  );
  for (let index = 0; index < 8; index += 1) await relay.get(redirected);
  expect(bad.requests).toHaveLength(5);
  expect(good.requests).toHaveLength(8);
  expect((await relay.get(relay.ticketFor(good.on('/a', whole)))).status).toBe(200);
  expect((await relay.get(relay.ticketFor(bad.on('/b', whole)))).body.toString()).toBe('media.unreachable');
});

test('a host to which a broken one sends nobody is asked, where an address was renewed to it', async () => {
  const moment = Date.now();
  await using bad = await startFaultUpstream();
  await using good = await startFaultUpstream();
  const fresh = good.on('/fresh', whole);
  await using relay = await startMediaRelay({
    allowedHosts: [good.host, bad.host],
    limits,
    now: () => moment,
    renew: async () => fresh,
  });
  for (let index = 0; index < 6; index += 1) await relay.get(relay.ticketFor(bad.on('/gone', gone)));
  expect((await relay.get(relay.ticketFor(good.on('/a', whole)))).status).toBe(200);
  for (let index = 0; index < 6; index += 1) await relay.get(relay.ticketFor(bad.on('/broken', broken)));
  const renewed = await relay.get(relay.ticketFor(good.on('/late', gone)));
  expect(renewed.body.length).toBe(file.length);
});
