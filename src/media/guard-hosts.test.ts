import { expect, test } from 'vitest';
import { ok } from '#platform/result.ts';
import { guardHosts } from './guard-hosts.ts';

test('a fault of our own while it is tried leaves no host closed for ever', async () => {
  let time = 0;
  const { guard } = guardHosts(() => time);
  const { signal } = new AbortController();
  const unreachable = async () => ({ ok: false, error: { code: 'media.unreachable' } }) as const;
  for (let index = 0; index < 5; index += 1) await guard('a', signal, unreachable);
  time += 60_000;
  const broken = () => Promise.reject(new Error('ours'));
  await expect(guard('a', signal, broken)).rejects.toThrow('ours');
  expect(await guard('a', signal, async () => ok('file'))).toEqual(ok('file'));
});
