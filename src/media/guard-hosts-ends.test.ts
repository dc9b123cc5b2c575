import { expect, test } from 'vitest';
import type { Result } from '#platform/result.ts';
import type { MediaError } from './contract.ts';
import { guardHosts } from './guard-hosts.ts';

type Opened = Result<string, MediaError>;

const limits = { failures: 2, windowMs: 10_000, openMs: 1_000, openMaxMs: 4_000 };
const failure = (code: MediaError['code']): Opened => ({ ok: false, error: { code } });

function start() {
  const clock = { now: 0 };
  const { guard } = guardHosts(() => clock.now, limits);
  const never = new AbortController().signal;
  const ask = (
    hosts: string[],
    end: Opened | Error,
    options: { wanted?: AbortSignal; either?: AbortSignal } = {},
  ) =>
    guard({ wanted: never, either: never, ...options }, async (onHop) => {
      for (const host of hosts) onHop(host);
      if (end instanceof Error) throw end;
      return end;
    });
  const isOpen = async (host: string) => (await ask([host], { ok: true, value: 'file' })).ok;
  return { clock, ask, isOpen };
}

test.each<MediaError['code']>(['media.unreachable', 'media.timeout'])(
  'a host that ends as %s is left alone for a while, and its last failure is given again',
  async (code) => {
    const { clock, ask, isOpen } = start();
    await ask(['a'], failure(code));
    expect(await isOpen('b')).toBe(true);
    await ask(['a'], failure(code));
    expect(await ask(['a'], { ok: true, value: 'file' })).toMatchObject({ error: { code } });
    expect(await isOpen('b')).toBe(true);
    clock.now = 1_000;
    expect(await isOpen('a')).toBe(true);
  },
);

test.each<MediaError['code']>(['media.gone', 'media.busy', 'media.range', 'media.wrong_type'])(
  'a host that answers %s answers',
  async (code) => {
    const { ask, isOpen } = start();
    for (let index = 0; index < 4; index += 1) await ask(['a'], failure(code));
    expect(await isOpen('a')).toBe(true);
  },
);

test('whoever leaves says nothing of the host, whether its answer came or not', async () => {
  const { ask, isOpen } = start();
  const wanted = AbortSignal.abort();
  for (let index = 0; index < 4; index += 1) {
    await ask(['a'], failure('media.unreachable'), { wanted });
    await expect(ask(['a'], new Error('left'), { wanted, either: wanted })).rejects.toThrow('left');
  }
  expect(await isOpen('a')).toBe(true);
  // Nor does it speak for the host: two failures are two of three calls, not two of eleven.
  for (let index = 0; index < 2; index += 1) await ask(['a'], failure('media.timeout'));
  expect(await isOpen('a')).toBe(false);
});

test('an error of a host counts against it, as a timeout where its time was over', async () => {
  const { ask } = start();
  for (const either of [undefined, AbortSignal.abort()]) {
    const host = either ? 'slow' : 'broken';
    for (let index = 0; index < 2; index += 1)
      await expect(ask([host], new Error('reset'), either && { either })).rejects.toThrow('reset');
    expect(await ask([host], { ok: true, value: 'file' })).toMatchObject({
      error: { code: either ? 'media.timeout' : 'media.unreachable' },
    });
  }
});

test('of several hosts only the last one asked counts; one that is away ends the way there', async () => {
  const { ask, isOpen } = start();
  for (let index = 0; index < 3; index += 1) await ask(['a', 'b'], failure('media.unreachable'));
  expect(await isOpen('a')).toBe(true);
  expect(await isOpen('b')).toBe(false);
  expect(await ask(['a', 'b', 'c'], { ok: true, value: 'file' })).toMatchObject({
    error: { code: 'media.unreachable', cause: new Error('this host does not answer') },
  });
  expect(await isOpen('c')).toBe(true);
});

test('what fails before any host was asked counts against none', async () => {
  const { ask, isOpen } = start();
  for (let index = 0; index < 3; index += 1) {
    expect(await ask([], failure('media.unreachable'))).toEqual(failure('media.unreachable'));
    await expect(ask([], new Error('ours'))).rejects.toThrow('ours');
  }
  expect(await isOpen('a')).toBe(true);
});
