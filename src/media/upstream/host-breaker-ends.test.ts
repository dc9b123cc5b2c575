import { expect, test } from 'vitest';
import type { Result } from '#platform/result.ts';
import type { MediaError } from '../contract.ts';
import { createHostBreakers } from './host-breaker.ts';

type Opened = Result<string, MediaError>;

const limits = { failures: 2, windowMs: 10_000, openMs: 1_000, openMaxMs: 4_000 };
const failure = (code: MediaError['code']): Opened => ({ ok: false, error: { code } });

function start() {
  const clock = { now: 0 };
  const { guard } = createHostBreakers(() => clock.now, limits);
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
