import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import type { AltchaChallenge, ProofOfWorkPayload } from '#verification/contract.ts';
import { startThreadsTestServer, type ThreadsTestServer } from '../fixtures/threads-test-server.ts';

const secret = 'proofs-4b1d9e6a2c7f8035-of-work-enough';

async function startWithProof() {
  let clockOffsetMs = 0;
  const server = await startThreadsTestServer({
    environment: { VERIFICATION: 'proof', APP_SECRET: secret },
    overrides: { now: () => Date.now() + clockOffsetMs },
  });
  const wait = (milliseconds: number) => {
    clockOffsetMs += milliseconds;
  };
  return { server, wait, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

/** Shared by the tests: each requests its own challenges, and the clock only moves forward. */
let setup: Awaited<ReturnType<typeof startWithProof>>;
beforeAll(async () => {
  setup = await startWithProof();
});
afterAll(() => setup?.[Symbol.asyncDispose]());

async function call(server: ThreadsTestServer, name: string, body: object) {
  const response = await server.call(body, {}, name);
  return { status: response.status, body: await response.json() };
}

const extract = async (server: ThreadsTestServer, scene: keyof typeof scenes) =>
  (await call(server, 'extract-threads-media', { url: scenes[scene].link })).body;

async function solve(question: AltchaChallenge): Promise<ProofOfWorkPayload> {
  const solution = await solveChallenge({ challenge: question, deriveKey });
  if (!solution) throw new Error('not solved');
  return { question, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

const verify = async (server: ThreadsTestServer, proof: object) =>
  (await call(server, 'redeem-proof', proof)).body;

async function fetchStatus(server: ThreadsTestServer, url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(server.origin + url, init);
  await response.arrayBuffer();
  return response.status;
}

test('one proof unlocks the files of one post: whole, by range, inline and as base64', async () => {
  const { server } = setup;
  const { qualities, proof, post } = await extract(server, 'video');
  expect(post.url).not.toContain(proof.question.parameters.data.post);
  const { url, previewUrl, thumbnailUrl } = qualities[0];

  expect(await fetchStatus(server, url)).toBe(403);
  expect(await fetchStatus(server, previewUrl)).toBe(403);
  expect(await fetchStatus(server, url, { headers: { range: 'bytes=0-99' } })).toBe(403);
  const body = { downloadUrl: url, filename: 'x' };
  expect((await call(server, 'extract-threads-media', body)).body).toMatchObject({ code: 'ticket.locked' });
  // HEAD requests and thumbnails need no proof.
  expect(await fetchStatus(server, url, { method: 'HEAD' })).toBe(200);
  expect(await fetchStatus(server, thumbnailUrl)).toBe(200);

  const { pass } = await verify(server, await solve(proof.question));
  const open = `${url}?pass=${pass}`;
  expect(await fetchStatus(server, open)).toBe(200);
  expect(await fetchStatus(server, open)).toBe(200);
  expect(await fetchStatus(server, open, { headers: { range: 'bytes=100-199' } })).toBe(206);
  expect(await fetchStatus(server, `${previewUrl}?pass=${pass}`)).toBe(200);
  const read = await call(server, 'extract-threads-media', { downloadUrl: open, filename: 'x' });
  expect(read.body.success).toBe(true);
  const again = await extract(server, 'video');
  expect(await fetchStatus(server, `${again.qualities[0].url}?pass=${pass}`)).toBe(200);
});

test('a proof unlocks the ZIP of its post', async () => {
  const found = await extract(setup.server, 'carouselVideos');
  expect(await fetchStatus(setup.server, found.zipUrl)).toBe(403);
  const { pass } = await verify(setup.server, await solve(found.proof.question));
  expect(await fetchStatus(setup.server, `${found.zipUrl}?pass=${pass}`)).toBe(200);
  expect(await fetchStatus(setup.server, `${found.zipUrl}?pass=${pass}&item=2`)).toBe(200);
});

test('tokens that are forged, expired or of another post unlock nothing', async () => {
  const { server } = setup;
  const video = await extract(server, 'video');
  const photo = await extract(server, 'photo');
  const { pass } = await verify(server, await solve(photo.proof.question));
  const { url } = video.qualities[0];
  const photoUrl = photo.qualities[0].url;
  const ticket = photoUrl.slice('/media/'.length);
  expect(await fetchStatus(server, `${photoUrl}?pass=${pass}`)).toBe(200);
  expect(await fetchStatus(server, `${url}?pass=${pass}`)).toBe(403);
  for (const forged of [ticket, pass.slice(0, -2), `${pass}AA`, 'x', '']) {
    expect([403, 404], forged).toContain(await fetchStatus(server, `${photoUrl}?pass=${forged}`));
  }
  for (const query of [`?pass=${pass}&x=1`, `?x=1&pass=${pass}`, `?pass=${pass}&pass=${pass}`, '?', '?x']) {
    expect(await fetchStatus(server, photoUrl + query), query).toBe(404);
  }
  setup.wait(15 * 60_000);
  const newPhoto = await extract(server, 'photo');
  expect(await fetchStatus(server, `${newPhoto.qualities[0].url}?pass=${pass}`)).toBe(403);
});

test('an expired token still resumes a download but starts none', async () => {
  await using setup = await startWithProof();
  const { server } = setup;
  const { qualities, proof } = await extract(server, 'video');
  const { pass } = await verify(server, await solve(proof.question));
  const other = await verify(server, await solve((await extract(server, 'photo')).proof.question));
  const { url } = qualities[0];
  const head = await fetch(server.origin + url, { method: 'HEAD' });
  const resumeHeaders = (range: string) => ({
    headers: { range, 'if-range': head.headers.get('etag') ?? '' },
  });
  setup.wait(33 * 60_000);
  // A fresh URL with an old proof token.
  const { url: now } = (await extract(server, 'video')).qualities[0];
  for (const [fileUrl, plainStatus] of [
    [url, 410],
    [now, 403],
  ] as const) {
    expect(await fetchStatus(server, `${fileUrl}?pass=${pass}`, resumeHeaders('bytes=100-'))).toBe(206);
    expect(await fetchStatus(server, `${fileUrl}?pass=${pass}`)).toBe(plainStatus);
    expect(await fetchStatus(server, `${fileUrl}?pass=${pass}`, { headers: { range: 'bytes=100-' } })).toBe(
      plainStatus,
    );
    expect(await fetchStatus(server, `${fileUrl}?pass=${other.pass}`, resumeHeaders('bytes=100-'))).toBe(403);
    expect(await fetchStatus(server, fileUrl, resumeHeaders('bytes=100-'))).toBe(403);
  }
  setup.wait(6 * 3_600_000);
  expect(await fetchStatus(server, `${url}?pass=${pass}`, resumeHeaders('bytes=100-'))).toBe(410);
});

test('spent, expired, modified and malformed proofs are rejected', async () => {
  const { server } = setup;
  const [{ proof }, photo] = [await extract(server, 'video'), await extract(server, 'photo')];
  const solved = await solve(proof.question);
  const { parameters, signature } = solved.question;
  const { data } = photo.proof.question.parameters;
  const forOtherPost = { ...solved, question: { parameters: { ...parameters, data }, signature } };
  expect(await verify(server, forOtherPost)).toMatchObject({ success: false, code: 'proof.invalid' });
  const { question } = solved;
  for (const malformed of [{}, { question }, { ...solved, extra: 1 }, { ...solved, solution: null }])
    expect((await call(server, 'redeem-proof', malformed)).status).toBe(400);
  expect((await verify(server, solved)).success).toBe(true);
  expect(await verify(server, solved)).toMatchObject({ success: false, code: 'proof.spent' });
  const late = await solve((await extract(server, 'photo')).proof.question);
  setup.wait(10 * 60_000 + 1000);
  expect(await verify(server, late)).toMatchObject({ success: false, code: 'proof.expired' });
});

test('in page mode there is no proof function, no challenge and no URL with a token', async () => {
  await using server = await startThreadsTestServer();
  const found = await extract(server, 'photo');
  expect(found).not.toHaveProperty('proof');
  expect(await fetchStatus(server, found.qualities[0].url)).toBe(200);
  expect(await fetchStatus(server, `${found.qualities[0].url}?pass=x`)).toBe(404);
  expect((await call(server, 'redeem-proof', {})).status).toBe(404);
});

test('a locked URL opened in a browser tab gives a message in the preferred language', async () => {
  const { qualities } = await extract(setup.server, 'photo');
  const response = await fetch(setup.server.origin + qualities[0].url, {
    headers: { 'sec-fetch-dest': 'document', 'accept-language': 'de' },
  });
  expect(response.status).toBe(403);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toContain('Diese Datei ist gesperrt.');
});
