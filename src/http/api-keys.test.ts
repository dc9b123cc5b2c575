import { expect, test } from 'vitest';
import { apiKeyCacheMs } from '#accounts/contract.ts';
import type { ExtractResponse } from '#extraction/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startThreadsTestServer, type ThreadsTestServer } from './fixtures/threads-test-server.ts';

const environment = { LIMITS_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' };

async function open(more: Record<string, string> = {}) {
  const clock = { now: Date.now() };
  const overrides = { now: () => clock.now };
  const server = await startThreadsTestServer({ overrides, environment: { ...environment, ...more } });
  return { server, clock, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

async function createKey({ services }: ThreadsTestServer, perMinute = 3): Promise<string> {
  const created = await services.accounts.createApiKey({
    name: 'x',
    perMinute: String(perMinute),
    endsOn: '',
  });
  if (!created.ok) throw new Error(created.error.code);
  return created.value;
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const extract = (server: ThreadsTestServer, key: string | null, headers: Record<string, string> = {}) =>
  server.call({ url: scenes.photo.link }, { ...(key !== null && withKey(key)), ...headers });

test('a key has its own limit from any address and leaves the limit of the network alone', async () => {
  await using setup = await open();
  const key = await createKey(setup.server);
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
    const response = await extract(setup.server, key, { 'x-forwarded-for': address });
    statuses.push(response.status);
    expect(response.headers.get('ratelimit-policy')).toBe('"extractions";q=3;w=60');
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  const keylessResponse = await extract(setup.server, null, { 'x-forwarded-for': '192.0.2.1' });
  expect(keylessResponse.headers.get('ratelimit')).toBe('"extractions";r=19;t=60');
});

test('the media limit of a key scales with its extraction limit', async () => {
  await using setup = await open();
  const key = await createKey(setup.server, 100);
  const { qualities } = (await (await extract(setup.server, key)).json()) as ExtractResponse;
  const file = await fetch(setup.server.origin + qualities[0]?.url, {
    headers: withKey(key),
  });
  expect(file.status).toBe(200);
  expect(file.headers.get('ratelimit-policy')).toBe('"media";q=200;w=60');
  await file.body?.cancel();
});

test('a key with the lowest limit can still download a ZIP twice a minute', async () => {
  await using setup = await open();
  const { origin, call } = setup.server;
  const headers = withKey(await createKey(setup.server, 1));
  const response = await call({ url: scenes.carouselMixed.link }, headers);
  const { zipUrl } = (await response.json()) as ExtractResponse;
  const statuses: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const zip = await fetch(origin + zipUrl, { headers });
    expect(zip.headers.get('ratelimit-policy')).toBe('"media";q=2;w=60');
    statuses.push(zip.status);
    await zip.body?.cancel();
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test('an unknown or revoked key is rejected with a code and a message', async () => {
  await using setup = await open();
  const { server, clock } = setup;
  const key = await createKey(server);
  expect((await extract(server, key)).status).toBe(200);
  const [apiKey] = await server.services.accounts.listApiKeys();
  await server.services.accounts.revokeApiKey(apiKey?.id ?? '');
  clock.now += apiKeyCacheMs;
  for (const wrong of [key, 'unspool_', `unspool_${'A'.repeat(43)}`]) {
    const response = await extract(server, wrong, { 'accept-language': 'de' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      success: false,
      code: 'key.unknown',
      error: expect.stringContaining('Schlüssel'),
    });
  }
});

test('made-up keys do not block real keys from the same network', async () => {
  await using setup = await open();
  const { server, clock } = setup;
  const [used, unused] = [await createKey(server, 100), await createKey(server, 100)];
  expect((await extract(server, used)).status).toBe(200);
  const fakeKeys = Array.from({ length: 40 }, (_, at) => `unspool_${String(at).padStart(43, 'A')}`);
  for (const wrong of fakeKeys) expect((await extract(server, wrong)).status).toBe(401);
  expect((await extract(server, unused)).status).toBe(200);
  expect((await extract(server, await createKey(server, 100))).status).toBe(200);
  clock.now += apiKeyCacheMs;
  expect((await extract(server, used)).status).toBe(200);
});

test('a network over its limit does not block a key, not even on the first call of the key', async () => {
  await using setup = await open({ LIMITS_SCALE: '0.05' });
  const { server } = setup;
  const key = await createKey(server, 1000);
  expect((await extract(server, null)).status).toBe(200);
  expect((await extract(server, null)).status).toBe(429);
  expect((await extract(server, key)).status).toBe(200);
});

test('a bearer token of another kind is ignored', async () => {
  await using setup = await open();
  expect((await extract(setup.server, 'eyJhbGciOi')).status).toBe(200);
});

test('an API key works along with the public key, and a wrong public key is rejected', async () => {
  await using setup = await open({ PUBLIC_ANON_KEY: 'public-key' });
  const key = await createKey(setup.server, 100);
  expect((await extract(setup.server, key)).status).toBe(200);
  expect((await extract(setup.server, key, { apikey: 'public-key' })).status).toBe(200);
  expect((await extract(setup.server, key, { apikey: 'other' })).status).toBe(401);
});

test('with a key, files need no proof of work', async () => {
  await using setup = await open({ VERIFICATION: 'proof' });
  const { origin } = setup.server;
  const key = await createKey(setup.server, 100);
  const result = (await (await extract(setup.server, key)).json()) as ExtractResponse;
  expect(result.proof).toBeUndefined();
  const { url = '' } = result.qualities[0] ?? {};
  const file = await fetch(origin + url);
  expect(file.status).toBe(200);
  await file.body?.cancel();
  const locked = await fetch(origin + url.slice(0, url.indexOf('?')));
  expect(locked.status).toBe(403);
  const whole = await setup.server.call({ downloadUrl: origin + url, filename: 'x' });
  expect(await whole.json()).toMatchObject({ success: true });
});
