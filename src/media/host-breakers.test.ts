import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Result } from '#platform/result.ts';
import { buildFile, type Scene, startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { startMediaRelay } from '#test/support/start-media-relay.ts';
import type { MediaError } from './contract.ts';
import { createHostBreakers } from './open-file.ts';

type Opened = Result<string, MediaError>;

const breakerLimits = { failures: 2, windowMs: 10_000, openMs: 1_000, openMaxMs: 4_000 };
const failure = (code: MediaError['code']): Opened => ({ ok: false, error: { code } });

function start() {
  const clock = { now: 0 };
  const { guard } = createHostBreakers(() => clock.now, breakerLimits);
  const never = new AbortController().signal;
  const attempt = (
    hosts: string[],
    outcome: Opened | Error,
    options: { clientSignal?: AbortSignal; signal?: AbortSignal } = {},
  ) =>
    guard({ clientSignal: never, signal: never, ...options }, async (onHop) => {
      for (const host of hosts) onHop(host);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  const isOpen = async (host: string) => (await attempt([host], { ok: true, value: 'file' })).ok;
  return { clock, attempt, isOpen };
}

test.each<MediaError['code']>(['media.unreachable', 'media.timeout'])(
  'a host that fails with %s is skipped for a while and its last error is returned',
  async (code) => {
    const { clock, attempt, isOpen } = start();
    await attempt(['a'], failure(code));
    expect(await isOpen('b')).toBe(true);
    await attempt(['a'], failure(code));
    expect(await attempt(['a'], { ok: true, value: 'file' })).toMatchObject({ error: { code } });
    expect(await isOpen('b')).toBe(true);
    clock.now = 1_000;
    expect(await isOpen('a')).toBe(true);
  },
);

test.each<MediaError['code']>(['media.gone', 'media.busy', 'media.range', 'media.wrong_type'])(
  '%s does not count as a failure of the host',
  async (code) => {
    const { attempt, isOpen } = start();
    for (let index = 0; index < 4; index += 1) await attempt(['a'], failure(code));
    expect(await isOpen('a')).toBe(true);
  },
);

test('a call aborted by the client does not count, with or without a response', async () => {
  const { attempt, isOpen } = start();
  const abortedSignal = AbortSignal.abort();
  for (let index = 0; index < 4; index += 1) {
    await attempt(['a'], failure('media.unreachable'), { clientSignal: abortedSignal });
    await expect(
      attempt(['a'], new Error('left'), { clientSignal: abortedSignal, signal: abortedSignal }),
    ).rejects.toThrow('left');
  }
  expect(await isOpen('a')).toBe(true);
  // Aborted calls are not successes either: the two failures are two of three calls, not two of eleven.
  for (let index = 0; index < 2; index += 1) await attempt(['a'], failure('media.timeout'));
  expect(await isOpen('a')).toBe(false);
});

test('a thrown error counts as a failure, or as a timeout after the deadline', async () => {
  const { attempt } = start();
  for (const signal of [undefined, AbortSignal.abort()]) {
    const host = signal ? 'slow' : 'broken';
    for (let index = 0; index < 2; index += 1)
      await expect(attempt([host], new Error('reset'), signal && { signal })).rejects.toThrow('reset');
    expect(await attempt([host], { ok: true, value: 'file' })).toMatchObject({
      error: { code: signal ? 'media.timeout' : 'media.unreachable' },
    });
  }
});

test('of several hops only the last host counts, and an unavailable host ends the chain', async () => {
  const { attempt, isOpen } = start();
  for (let index = 0; index < 3; index += 1) await attempt(['a', 'b'], failure('media.unreachable'));
  expect(await isOpen('a')).toBe(true);
  expect(await isOpen('b')).toBe(false);
  expect(await attempt(['a', 'b', 'c'], { ok: true, value: 'file' })).toMatchObject({
    error: { code: 'media.unreachable', cause: new Error('media host unavailable') },
  });
  expect(await isOpen('c')).toBe(true);
});

test('a failure before the first request counts against no host', async () => {
  const { attempt, isOpen } = start();
  for (let index = 0; index < 3; index += 1) {
    expect(await attempt([], failure('media.unreachable'))).toEqual(failure('media.unreachable'));
    await expect(attempt([], new Error('ours'))).rejects.toThrow('ours');
  }
  expect(await isOpen('a')).toBe(true);
});

test('an internal error during a probe does not keep the breaker open forever', async () => {
  const { clock, attempt, isOpen } = start();
  for (let index = 0; index < 2; index += 1) await attempt(['a'], failure('media.unreachable'));
  expect(await isOpen('a')).toBe(false);
  clock.now += 60_000;
  await expect(attempt(['a'], new Error('ours'))).rejects.toThrow('ours');
  clock.now += 60_000;
  expect(await isOpen('a')).toBe(true);
});

const file = buildFile('mp4', 5000);
const fullResponse: Scene = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file);

const forbidden: Scene = (_request, response) => void response.writeHead(403).end();
const broken: Scene = (_request, response) => void response.writeHead(500).end();
/** Generous, so that only a slow machine could reach them. */
const limits = { firstByteMs: 15_000, openMs: 20_000 };

test('a slow renewal does not open the breaker of the media host', async () => {
  const now = Date.now();
  await using upstream = await startFaultyUpstream();
  await using relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    limits,
    now: () => now,
    renewMediaUrl: () => new Promise(() => undefined),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let index = 0; index < 8; index += 1) {
    const item = { postUrl: `https://www.threads.com/@a/post/${index}`, itemId: '1', format: 'MP4' };
    const url = upstream.on(`/gone/${index}`, forbidden);
    const response = relay.get(relay.ticketFor(url, { item: { ...item, part: 'file' } }));
    while (relay.renewals.length === index) await nextTurn();
    vi.advanceTimersByTime(limits.openMs);
    expect((await response).body.toString()).toBe('media.timeout');
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
