import type { LookupAddress } from 'node:dns';
import { get } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { startFaultyUpstream } from '#test/support/faulty-media-upstream.ts';
import { createSafeLookup, type ResolveAll } from './fetch-policy.ts';

const resolveTo =
  (...addresses: string[]): ResolveAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

function runLookup(lookup: LookupFunction, all = true) {
  return new Promise<{ code: string | undefined; addresses: string | LookupAddress[] }>((resolve) => {
    lookup('host.example', { all }, (error, addresses) => resolve({ code: error?.code, addresses }));
  });
}

test('public addresses are returned, all of them or the first', async () => {
  const lookup = createSafeLookup({ resolve: resolveTo('8.8.8.8', '2606:4700::1') });
  expect((await runLookup(lookup)).addresses).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
  expect((await runLookup(lookup, false)).addresses).toBe('8.8.8.8');
});

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '10.0.0.1']],
  [['::ffff:8.8.8.8']],
  [[...Array.from({ length: 63 }, (_, i) => `8.8.8.${i}`), '169.254.169.254']],
])('one forbidden address among %j rejects the name', async (addresses) => {
  const { code } = await runLookup(createSafeLookup({ resolve: resolveTo(...addresses) }));
  expect(code).toBe('ERR_FORBIDDEN_ADDRESS');
});

test('an empty result and a failing or hanging resolver are errors', async () => {
  expect((await runLookup(createSafeLookup({ resolve: resolveTo() }))).code).toBe('ENOTFOUND');
  const failing: ResolveAll = (_hostname, _options, callback) =>
    callback(Object.assign(new Error('no server'), { code: 'ESERVFAIL' }), []);
  expect((await runLookup(createSafeLookup({ resolve: failing }))).code).toBe('ESERVFAIL');
  const hanging: ResolveAll = () => undefined;
  expect((await runLookup(createSafeLookup({ resolve: hanging, timeoutMs: 20 }))).code).toBe(
    'ERR_LOOKUP_TIMEOUT',
  );
});

test("an error of the system's resolver doesn't crash the process", async () => {
  const { code } = await new Promise<{ code: string | undefined }>((resolve) => {
    createSafeLookup()('no-such-host.invalid', { all: true }, (error) => resolve({ code: error?.code }));
  });
  expect(code).toMatch(/^E(NOTFOUND|AI_AGAIN|NODATA)$/);
});

test('real connections through node:http and undici use the lookup', async () => {
  await using canary = await startFaultyUpstream();
  canary.on('/', (_request, response) => response.end('reached'));
  const url = canary.origin.replace('127.0.0.1', 'host.example');
  const viaNode = (lookup: LookupFunction) =>
    new Promise<string>((resolve) => {
      get(url, { lookup }, (response) => response.resume().on('end', () => resolve('reached'))).on(
        'error',
        (error: NodeJS.ErrnoException) => resolve(String(error.code)),
      );
    });
  const viaUndici = async (lookup: LookupFunction) => {
    const agent = new Agent({ connect: { lookup } });
    try {
      return await (await request(url, { dispatcher: agent })).body.text();
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'threw';
    } finally {
      await agent.destroy();
    }
  };
  const strictLookup = createSafeLookup({ resolve: resolveTo('127.0.0.1') });
  expect(await viaNode(strictLookup)).toBe('ERR_FORBIDDEN_ADDRESS');
  expect(await viaUndici(strictLookup)).toBe('ERR_FORBIDDEN_ADDRESS');
  expect(canary.requests).toHaveLength(0);

  const lenientLookup = createSafeLookup({ resolve: resolveTo('127.0.0.1'), isForbidden: () => false });
  expect(await viaNode(lenientLookup)).toBe('reached');
  expect(await viaUndici(lenientLookup)).toBe('reached');
});

test('a name that resolves to a private address on the second lookup is rejected then', async () => {
  let callCount = 0;
  const rebindingResolver: ResolveAll = (hostname, options, callback) => {
    callCount += 1;
    resolveTo(callCount === 1 ? '8.8.8.8' : '127.0.0.1')(hostname, options, callback);
  };
  const lookup = createSafeLookup({ resolve: rebindingResolver });
  expect((await runLookup(lookup)).code).toBeUndefined();
  expect((await runLookup(lookup)).code).toBe('ERR_FORBIDDEN_ADDRESS');
});
