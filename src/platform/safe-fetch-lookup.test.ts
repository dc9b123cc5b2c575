import type { LookupAddress } from 'node:dns';
import { get } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { startFaultUpstream } from '#test/support/fault-media-upstream.ts';
import { createJudgingLookup, type ResolveAll } from './safe-fetch-lookup.ts';

const answering =
  (...addresses: string[]): ResolveAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

function ask(lookup: LookupFunction, all = true) {
  return new Promise<{ code: string | undefined; addresses: string | LookupAddress[] }>((resolve) => {
    lookup('host.example', { all }, (error, addresses) => resolve({ code: error?.code, addresses }));
  });
}

test('public addresses are handed on, all of them or the first', async () => {
  const lookup = createJudgingLookup({ resolve: answering('8.8.8.8', '2606:4700::1') });
  expect((await ask(lookup)).addresses).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ]);
  expect((await ask(lookup, false)).addresses).toBe('8.8.8.8');
});

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '10.0.0.1']],
  [['::ffff:8.8.8.8']],
  [[...Array.from({ length: 63 }, (_, i) => `8.8.8.${i}`), '169.254.169.254']],
])('one forbidden address among %j refuses the name', async (addresses) => {
  const { code } = await ask(createJudgingLookup({ resolve: answering(...addresses) }));
  expect(code).toBe('ERR_FORBIDDEN_ADDRESS');
});

test('an empty answer, a failing and a hanging resolver are errors', async () => {
  expect((await ask(createJudgingLookup({ resolve: answering() }))).code).toBe('ENOTFOUND');
  const failing: ResolveAll = (_hostname, _options, callback) =>
    callback(Object.assign(new Error('no server'), { code: 'ESERVFAIL' }), []);
  expect((await ask(createJudgingLookup({ resolve: failing }))).code).toBe('ESERVFAIL');
  const hanging: ResolveAll = () => undefined;
  expect((await ask(createJudgingLookup({ resolve: hanging, timeoutMs: 20 }))).code).toBe(
    'ERR_LOOKUP_TIMEOUT',
  );
});

test("the system's own resolver failing is an error, and not the end of the process", async () => {
  const { code } = await new Promise<{ code: string | undefined }>((resolve) => {
    createJudgingLookup()('no-such-host.invalid', { all: true }, (error) => resolve({ code: error?.code }));
  });
  expect(code).toMatch(/^E(NOTFOUND|AI_AGAIN|NODATA)$/);
});

test('a real connection asks the lookup, through node:http and through undici', async () => {
  await using canary = await startFaultUpstream();
  canary.on('/', (_request, response) => response.end('reached'));
  const url = canary.origin.replace('127.0.0.1', 'host.example');
  const viaNode = (lookup: LookupFunction) =>
    new Promise<string>((resolve) => {
      get(url, { lookup }, (answer) => answer.resume().on('end', () => resolve('reached'))).on(
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
  const judging = createJudgingLookup({ resolve: answering('127.0.0.1') });
  expect(await viaNode(judging)).toBe('ERR_FORBIDDEN_ADDRESS');
  expect(await viaUndici(judging)).toBe('ERR_FORBIDDEN_ADDRESS');
  expect(canary.requests).toHaveLength(0);

  const lenient = createJudgingLookup({ resolve: answering('127.0.0.1'), isForbidden: () => false });
  expect(await viaNode(lenient)).toBe('reached');
  expect(await viaUndici(lenient)).toBe('reached');
});

test('a name that turns inward on the second question is refused then', async () => {
  let asked = 0;
  const turning: ResolveAll = (hostname, options, callback) => {
    asked += 1;
    answering(asked === 1 ? '8.8.8.8' : '127.0.0.1')(hostname, options, callback);
  };
  const lookup = createJudgingLookup({ resolve: turning });
  expect((await ask(lookup)).code).toBeUndefined();
  expect((await ask(lookup)).code).toBe('ERR_FORBIDDEN_ADDRESS');
});
