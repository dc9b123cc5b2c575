import { expect, test } from 'vitest';
import { apiKeyMemoryMs } from '#accounts/contract.ts';
import type { ExtractAnswer } from '#media/contract.ts';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { type RunningEdge, startEdge } from '#test/support/start-edge.ts';

const environment = { LIMITS_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' };

async function open(more: Record<string, string> = {}) {
  const threads = await startFakeThreads();
  const clock = { now: Date.now() };
  const edge = await startEdge({
    overrides: { now: () => clock.now },
    environment: { ...threads.environment, ...environment, ...more },
  });
  return {
    ...{ edge, clock },
    async [Symbol.asyncDispose]() {
      await edge[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
    },
  };
}

async function makeKey({ services }: RunningEdge, perMinute = 3): Promise<string> {
  const made = await services.accounts.makeKey({ name: 'x', perMinute: String(perMinute), endsOn: '' });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

function extract(edge: RunningEdge, key: string | null, headers: Record<string, string> = {}) {
  return fetch(`${edge.origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ url: scenes.photo.link }),
  });
}

test('a key has a limit of its own, wherever it is sent from, and takes nothing from the network', async () => {
  await using product = await open();
  const key = await makeKey(product.edge);
  const statuses: number[] = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
    const answer = await extract(product.edge, key, { 'x-forwarded-for': address });
    statuses.push(answer.status);
    expect(answer.headers.get('ratelimit-policy')).toBe('"extractions";q=3;w=60');
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  const visitor = await extract(product.edge, null, { 'x-forwarded-for': '192.0.2.1' });
  expect(visitor.headers.get('ratelimit')).toBe('"extractions";r=19;t=60');
});

test('files that a key fetches count in the same proportion', async () => {
  await using product = await open();
  const key = await makeKey(product.edge, 100);
  const { qualities } = (await (await extract(product.edge, key)).json()) as ExtractAnswer;
  const file = await fetch(product.edge.origin + qualities[0]?.url, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(file.status).toBe(200);
  expect(file.headers.get('ratelimit-policy')).toBe('"media";q=200;w=60');
  await file.body?.cancel();
});

test('however few files a key may begin, it can have a ZIP, and take it up again', async () => {
  await using product = await open();
  const { origin } = product.edge;
  const headers = { authorization: `Bearer ${await makeKey(product.edge, 1)}` };
  const asked = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ url: scenes.carouselMixed.link }),
  });
  const { zipUrl } = (await asked.json()) as ExtractAnswer;
  const statuses: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    const zip = await fetch(origin + zipUrl, { headers });
    expect(zip.headers.get('ratelimit-policy')).toBe('"media";q=2;w=60');
    statuses.push(zip.status);
    await zip.body?.cancel();
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test('one that is none, or no more, is refused with a code and a sentence', async () => {
  await using product = await open();
  const { edge, clock } = product;
  const key = await makeKey(edge);
  expect((await extract(edge, key)).status).toBe(200);
  const [made] = await edge.services.accounts.listKeys();
  await edge.services.accounts.withdrawKey(made?.id ?? '');
  clock.now += apiKeyMemoryMs;
  for (const wrong of [key, 'unspool_', `unspool_${'A'.repeat(43)}`]) {
    const answer = await extract(edge, wrong, { 'accept-language': 'de' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      success: false,
      code: 'key.unknown',
      error: expect.stringContaining('Schlüssel'),
    });
  }
});

test('made-up keys hold up no real one of the same network, known before or new', async () => {
  await using product = await open();
  const { edge, clock } = product;
  const [used, unused] = [await makeKey(edge, 100), await makeKey(edge, 100)];
  expect((await extract(edge, used)).status).toBe(200);
  const madeUp = Array.from({ length: 40 }, (_, at) => `unspool_${String(at).padStart(43, 'A')}`);
  for (const wrong of madeUp) expect((await extract(edge, wrong)).status).toBe(401);
  expect((await extract(edge, unused)).status).toBe(200);
  expect((await extract(edge, await makeKey(edge, 100))).status).toBe(200);
  clock.now += apiKeyMemoryMs;
  expect((await extract(edge, used)).status).toBe(200);
});

test('a network over its limit does not take a key with it, not on its first call either', async () => {
  await using product = await open({ LIMITS_SCALE: '0.05' });
  const { edge } = product;
  const key = await makeKey(edge, 1000);
  expect((await extract(edge, null)).status).toBe(200);
  expect((await extract(edge, null)).status).toBe(429);
  expect((await extract(edge, key)).status).toBe(200);
});

test('another bearer, as a client library sends one, is no key and no fault', async () => {
  await using product = await open();
  expect((await extract(product.edge, 'eyJhbGciOi')).status).toBe(200);
});

test('beside a public key of the site a key is taken, and a wrong public key is not', async () => {
  await using product = await open({ PUBLIC_ANON_KEY: 'public-key' });
  const key = await makeKey(product.edge, 100);
  expect((await extract(product.edge, key)).status).toBe(200);
  expect((await extract(product.edge, key, { apikey: 'public-key' })).status).toBe(200);
  expect((await extract(product.edge, key, { apikey: 'other' })).status).toBe(401);
});

test('where browsers do work for their files, a key opens them without', async () => {
  await using product = await open({ VERIFICATION: 'proof' });
  const { origin } = product.edge;
  const key = await makeKey(product.edge, 100);
  const answer = (await (await extract(product.edge, key)).json()) as ExtractAnswer;
  expect(answer.proof).toBeUndefined();
  const { url = '' } = answer.qualities[0] ?? {};
  const file = await fetch(origin + url);
  expect(file.status).toBe(200);
  await file.body?.cancel();
  const locked = await fetch(origin + url.slice(0, url.indexOf('?')));
  expect(locked.status).toBe(403);
  const body = JSON.stringify({ downloadUrl: origin + url, filename: 'x' });
  const whole = await fetch(`${origin}/functions/v1/extract-threads-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(await whole.json()).toMatchObject({ success: true });
});
