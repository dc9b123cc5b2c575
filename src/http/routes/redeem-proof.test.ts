import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startTestServer, type TestServer } from '#test/support/start-server.ts';
import type { AltchaChallenge, ProofOfWorkPayload } from '#verification/contract.ts';

const secret = 'proofs-4b1d9e6a2c7f8035-of-work-enough';

async function startWithProof(environment: Record<string, string> = {}) {
  const threads = await startFakeThreads();
  let clockOffsetMs = 0;
  const edge = await startTestServer({
    environment: { ...threads.environment, VERIFICATION: 'proof', APP_SECRET: secret, ...environment },
    overrides: { now: () => Date.now() + clockOffsetMs },
  });
  return {
    edge,
    threads,
    wait(milliseconds: number) {
      clockOffsetMs += milliseconds;
    },
    async [Symbol.asyncDispose]() {
      await edge[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
    },
  };
}

/** Shared by the tests: each requests its own challenges, and the clock only moves forward. */
let product: Awaited<ReturnType<typeof startWithProof>>;
beforeAll(async () => {
  product = await startWithProof();
});
afterAll(() => product?.[Symbol.asyncDispose]());

async function call(edge: TestServer, name: string, body: object) {
  const response = await fetch(`${edge.origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const extract = async (edge: TestServer, scene: keyof typeof scenes) =>
  (await call(edge, 'extract-threads-media', { url: scenes[scene].link })).body;

async function solve(question: AltchaChallenge): Promise<ProofOfWorkPayload> {
  const solution = await solveChallenge({ challenge: question, deriveKey });
  if (!solution) throw new Error('not solved');
  return { question, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

const verify = async (edge: TestServer, proof: object) => (await call(edge, 'redeem-proof', proof)).body;

async function fetchStatus(edge: TestServer, url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(edge.origin + url, init);
  await response.arrayBuffer();
  return response.status;
}

test('one proof unlocks the files of one post: whole, by range, inline and as base64', async () => {
  const { edge } = product;
  const { qualities, proof, post } = await extract(edge, 'video');
  expect(post.url).not.toContain(proof.question.parameters.data.post);
  const { url, previewUrl, thumbnailUrl } = qualities[0];

  expect(await fetchStatus(edge, url)).toBe(403);
  expect(await fetchStatus(edge, previewUrl)).toBe(403);
  expect(await fetchStatus(edge, url, { headers: { range: 'bytes=0-99' } })).toBe(403);
  const body = { downloadUrl: url, filename: 'x' };
  expect((await call(edge, 'extract-threads-media', body)).body).toMatchObject({ code: 'ticket.locked' });
  // HEAD requests and thumbnails need no proof.
  expect(await fetchStatus(edge, url, { method: 'HEAD' })).toBe(200);
  expect(await fetchStatus(edge, thumbnailUrl)).toBe(200);

  const { pass } = await verify(edge, await solve(proof.question));
  const open = `${url}?pass=${pass}`;
  expect(await fetchStatus(edge, open)).toBe(200);
  expect(await fetchStatus(edge, open)).toBe(200);
  expect(await fetchStatus(edge, open, { headers: { range: 'bytes=100-199' } })).toBe(206);
  expect(await fetchStatus(edge, `${previewUrl}?pass=${pass}`)).toBe(200);
  const read = await call(edge, 'extract-threads-media', { downloadUrl: open, filename: 'x' });
  expect(read.body.success).toBe(true);
  const again = await extract(edge, 'video');
  expect(await fetchStatus(edge, `${again.qualities[0].url}?pass=${pass}`)).toBe(200);
});

test('a proof unlocks the ZIP of its post', async () => {
  const found = await extract(product.edge, 'carouselVideos');
  expect(await fetchStatus(product.edge, found.zipUrl)).toBe(403);
  const { pass } = await verify(product.edge, await solve(found.proof.question));
  expect(await fetchStatus(product.edge, `${found.zipUrl}?pass=${pass}`)).toBe(200);
  expect(await fetchStatus(product.edge, `${found.zipUrl}?pass=${pass}&item=2`)).toBe(200);
});

test('tokens that are forged, expired or of another post unlock nothing', async () => {
  const { edge } = product;
  const video = await extract(edge, 'video');
  const photo = await extract(edge, 'photo');
  const { pass } = await verify(edge, await solve(photo.proof.question));
  const { url } = video.qualities[0];
  const photoUrl = photo.qualities[0].url;
  const ticket = photoUrl.slice('/media/'.length);
  expect(await fetchStatus(edge, `${photoUrl}?pass=${pass}`)).toBe(200);
  expect(await fetchStatus(edge, `${url}?pass=${pass}`)).toBe(403);
  for (const forged of [ticket, pass.slice(0, -2), `${pass}AA`, 'x', '']) {
    expect([403, 404], forged).toContain(await fetchStatus(edge, `${photoUrl}?pass=${forged}`));
  }
  for (const query of [`?pass=${pass}&x=1`, `?x=1&pass=${pass}`, `?pass=${pass}&pass=${pass}`, '?', '?x']) {
    expect(await fetchStatus(edge, photoUrl + query), query).toBe(404);
  }
  product.wait(15 * 60_000);
  const newPhoto = await extract(edge, 'photo');
  expect(await fetchStatus(edge, `${newPhoto.qualities[0].url}?pass=${pass}`)).toBe(403);
});

test('an expired token still resumes a download but starts none', async () => {
  await using product = await startWithProof();
  const { edge } = product;
  const { qualities, proof } = await extract(edge, 'video');
  const { pass } = await verify(edge, await solve(proof.question));
  const other = await verify(edge, await solve((await extract(edge, 'photo')).proof.question));
  const { url } = qualities[0];
  const head = await fetch(edge.origin + url, { method: 'HEAD' });
  const resumeHeaders = (range: string) => ({
    headers: { range, 'if-range': head.headers.get('etag') ?? '' },
  });
  product.wait(33 * 60_000);
  // A fresh URL with an old proof token.
  const { url: now } = (await extract(edge, 'video')).qualities[0];
  for (const [fileUrl, plainStatus] of [
    [url, 410],
    [now, 403],
  ] as const) {
    expect(await fetchStatus(edge, `${fileUrl}?pass=${pass}`, resumeHeaders('bytes=100-'))).toBe(206);
    expect(await fetchStatus(edge, `${fileUrl}?pass=${pass}`)).toBe(plainStatus);
    expect(await fetchStatus(edge, `${fileUrl}?pass=${pass}`, { headers: { range: 'bytes=100-' } })).toBe(
      plainStatus,
    );
    expect(await fetchStatus(edge, `${fileUrl}?pass=${other.pass}`, resumeHeaders('bytes=100-'))).toBe(403);
    expect(await fetchStatus(edge, fileUrl, resumeHeaders('bytes=100-'))).toBe(403);
  }
  product.wait(6 * 3_600_000);
  expect(await fetchStatus(edge, `${url}?pass=${pass}`, resumeHeaders('bytes=100-'))).toBe(410);
});

test('a proof is accepted only once, even with concurrent requests', async () => {
  const { proof } = await extract(product.edge, 'photo');
  const solved = await solve(proof.question);
  const results = await Promise.all(Array.from({ length: 20 }, () => verify(product.edge, solved)));
  expect(results.filter(({ success }) => success)).toHaveLength(1);
  expect(results.filter(({ code }) => code === 'proof.spent')).toHaveLength(19);
});

test('an expired proof is rejected', async () => {
  const { proof } = await extract(product.edge, 'photo');
  const solved = await solve(proof.question);
  product.wait(10 * 60_000 + 1000);
  expect(await verify(product.edge, solved)).toMatchObject({ success: false, code: 'proof.expired' });
});

test('a modified proof and a proof of another secret are rejected', async () => {
  await using other = await startWithProof({ APP_SECRET: `${secret}-turned` });
  const [{ proof }, photo] = [await extract(product.edge, 'video'), await extract(product.edge, 'photo')];
  const solved = await solve(proof.question);
  const { parameters, signature } = solved.question;
  const { solution } = solved;
  const withParameters = (more: object) => ({
    question: { parameters: { ...parameters, ...more }, signature },
    solution,
  });
  const flipped = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1);
  for (const forged of [
    withParameters({ data: photo.proof.question.parameters.data }),
    withParameters({ expiresAt: parameters.expiresAt + 600 }),
    withParameters({ cost: 1 }),
    withParameters({ keyPrefix: '00' }),
    withParameters({ nonce: flipped(parameters.nonce) }),
    withParameters({ keySignature: flipped(parameters.keySignature) }),
    { question: { parameters, signature: flipped(signature) }, solution },
    { question: solved.question, solution: { ...solution, derivedKey: flipped(solution.derivedKey) } },
    { question: solved.question, solution: { ...solution, derivedKey: parameters.keyPrefix } },
  ]) {
    expect(await verify(product.edge, forged)).toMatchObject({ success: false, code: 'proof.invalid' });
  }
  for (const malformed of [
    {},
    { question: solved.question },
    { ...solved, extra: 1 },
    { ...solved, solution: null },
  ]) {
    expect((await call(product.edge, 'redeem-proof', malformed)).status).toBe(400);
  }
  expect((await verify(other.edge, solved)).code).toBe('proof.invalid');
  expect((await verify(product.edge, solved)).success).toBe(true);
});

test('in page mode there is no proof function, no challenge and no URL with a token', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startTestServer({ environment: threads.environment });
  const found = await extract(edge, 'photo');
  expect(found).not.toHaveProperty('proof');
  expect(await fetchStatus(edge, found.qualities[0].url)).toBe(200);
  expect(await fetchStatus(edge, `${found.qualities[0].url}?pass=x`)).toBe(404);
  expect((await call(edge, 'redeem-proof', {})).status).toBe(404);
});

test('a locked URL opened in a browser tab gives a message in the preferred language', async () => {
  const { qualities } = await extract(product.edge, 'photo');
  const response = await fetch(product.edge.origin + qualities[0].url, {
    headers: { 'sec-fetch-dest': 'document', 'accept-language': 'de' },
  });
  expect(response.status).toBe(403);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toContain('Diese Datei ist gesperrt.');
});
