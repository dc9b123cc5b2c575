import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenes } from '#test/fakes/threads/scenes.ts';
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { type RunningEdge, startEdge } from '#test/support/start-edge.ts';
import type { Proof, ProofQuestion } from '#verification/contract.ts';

const secret = 'proofs-4b1d9e6a2c7f8035-of-work-enough';

async function startProving(environment: Record<string, string> = {}) {
  const threads = await startFakeThreads();
  let late = 0;
  const edge = await startEdge({
    environment: { ...threads.environment, VERIFICATION: 'proof', APP_SECRET: secret, ...environment },
    overrides: { now: () => Date.now() + late },
  });
  return {
    edge,
    threads,
    wait(milliseconds: number) {
      late += milliseconds;
    },
    async [Symbol.asyncDispose]() {
      await edge[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
    },
  };
}

/** One for all tests: each asks for proofs of its own, and its clock only goes on. */
let product: Awaited<ReturnType<typeof startProving>>;
beforeAll(async () => {
  product = await startProving();
});
afterAll(() => product?.[Symbol.asyncDispose]());

async function call(edge: RunningEdge, name: string, body: object) {
  const answer = await fetch(`${edge.origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const extract = async (edge: RunningEdge, scene: keyof typeof scenes) =>
  (await call(edge, 'extract-threads-media', { url: scenes[scene].link })).body;

async function solve(question: ProofQuestion): Promise<Proof> {
  const solution = await solveChallenge({ challenge: question, deriveKey });
  if (!solution) throw new Error('not solved');
  return { question, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

const redeem = async (edge: RunningEdge, proof: object) => (await call(edge, 'redeem-proof', proof)).body;

async function statusOf(edge: RunningEdge, address: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(edge.origin + address, init);
  await answer.arrayBuffer();
  return answer.status;
}

test('one proof opens the files of one post: whole, in parts, in the page and as base64', async () => {
  const { edge } = product;
  const { qualities, proof, post } = await extract(edge, 'video');
  expect(post.url).not.toContain(proof.question.parameters.data.post);
  const { url, previewUrl, thumbnailUrl } = qualities[0];

  expect(await statusOf(edge, url)).toBe(403);
  expect(await statusOf(edge, previewUrl)).toBe(403);
  expect(await statusOf(edge, url, { headers: { range: 'bytes=0-99' } })).toBe(403);
  const body = { downloadUrl: url, filename: 'x' };
  expect((await call(edge, 'extract-threads-media', body)).body).toMatchObject({ code: 'ticket.locked' });
  // What there is, and how long, may be known.
  expect(await statusOf(edge, url, { method: 'HEAD' })).toBe(200);
  expect(await statusOf(edge, thumbnailUrl)).toBe(200);

  const { pass } = await redeem(edge, await solve(proof.question));
  const open = `${url}?pass=${pass}`;
  expect(await statusOf(edge, open)).toBe(200);
  expect(await statusOf(edge, open)).toBe(200);
  expect(await statusOf(edge, open, { headers: { range: 'bytes=100-199' } })).toBe(206);
  expect(await statusOf(edge, `${previewUrl}?pass=${pass}`)).toBe(200);
  const read = await call(edge, 'extract-threads-media', { downloadUrl: open, filename: 'x' });
  expect(read.body.success).toBe(true);
  const again = await extract(edge, 'video');
  expect(await statusOf(edge, `${again.qualities[0].url}?pass=${pass}`)).toBe(200);
});

test('a proof opens the ZIP of its post, which is locked without one', async () => {
  const found = await extract(product.edge, 'carouselVideos');
  expect(await statusOf(product.edge, found.zipUrl)).toBe(403);
  const { pass } = await redeem(product.edge, await solve(found.proof.question));
  expect(await statusOf(product.edge, `${found.zipUrl}?pass=${pass}`)).toBe(200);
  expect(await statusOf(product.edge, `${found.zipUrl}?pass=${pass}&item=2`)).toBe(200);
});

test('the proof of another post opens nothing, and neither does a pass that was made up or is over', async () => {
  const { edge } = product;
  const video = await extract(edge, 'video');
  const photo = await extract(edge, 'photo');
  const { pass } = await redeem(edge, await solve(photo.proof.question));
  const { url } = video.qualities[0];
  const own = photo.qualities[0].url;
  const ticket = own.slice('/media/'.length);
  expect(await statusOf(edge, `${own}?pass=${pass}`)).toBe(200);
  expect(await statusOf(edge, `${url}?pass=${pass}`)).toBe(403);
  for (const forged of [ticket, pass.slice(0, -2), `${pass}AA`, 'x', '']) {
    expect([403, 404], forged).toContain(await statusOf(edge, `${own}?pass=${forged}`));
  }
  for (const query of [`?pass=${pass}&x=1`, `?x=1&pass=${pass}`, `?pass=${pass}&pass=${pass}`, '?', '?x']) {
    expect(await statusOf(edge, own + query), query).toBe(404);
  }
  product.wait(15 * 60_000);
  const later = await extract(edge, 'photo');
  expect(await statusOf(edge, `${later.qualities[0].url}?pass=${pass}`)).toBe(403);
});

test('what was opened by a pass goes on after a break when the pass is over, and nothing is begun by it', async () => {
  await using product = await startProving();
  const { edge } = product;
  const { qualities, proof } = await extract(edge, 'video');
  const { pass } = await redeem(edge, await solve(proof.question));
  const other = await redeem(edge, await solve((await extract(edge, 'photo')).proof.question));
  const { url } = qualities[0];
  const head = await fetch(edge.origin + url, { method: 'HEAD' });
  const rest = (range: string) => ({ headers: { range, 'if-range': head.headers.get('etag') ?? '' } });
  product.wait(33 * 60_000);
  // An address of now, and a pass of before.
  const { url: now } = (await extract(edge, 'video')).qualities[0];
  for (const [address, plainly] of [
    [url, 410],
    [now, 403],
  ] as const) {
    expect(await statusOf(edge, `${address}?pass=${pass}`, rest('bytes=100-'))).toBe(206);
    expect(await statusOf(edge, `${address}?pass=${pass}`)).toBe(plainly);
    expect(await statusOf(edge, `${address}?pass=${pass}`, { headers: { range: 'bytes=100-' } })).toBe(
      plainly,
    );
    expect(await statusOf(edge, `${address}?pass=${other.pass}`, rest('bytes=100-'))).toBe(403);
    expect(await statusOf(edge, address, rest('bytes=100-'))).toBe(403);
  }
  product.wait(6 * 3_600_000);
  expect(await statusOf(edge, `${url}?pass=${pass}`, rest('bytes=100-'))).toBe(410);
});

test('a proof is taken once, whoever brings it and however many at a time', async () => {
  const { proof } = await extract(product.edge, 'photo');
  const solved = await solve(proof.question);
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(product.edge, solved)));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'proof.spent')).toHaveLength(19);
});

test('a proof that comes too late is refused', async () => {
  const { proof } = await extract(product.edge, 'photo');
  const solved = await solve(proof.question);
  product.wait(10 * 60_000 + 1000);
  expect(await redeem(product.edge, solved)).toMatchObject({ success: false, code: 'proof.expired' });
});

test('whatever is changed in a proof, it is refused; so is one of another secret', async () => {
  await using other = await startProving({ APP_SECRET: `${secret}-turned` });
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
    expect(await redeem(product.edge, forged)).toMatchObject({ success: false, code: 'proof.invalid' });
  }
  for (const malformed of [
    {},
    { question: solved.question },
    { ...solved, extra: 1 },
    { ...solved, solution: null },
  ]) {
    expect((await call(product.edge, 'redeem-proof', malformed)).status).toBe(400);
  }
  expect((await redeem(other.edge, solved)).code).toBe('proof.invalid');
  expect((await redeem(product.edge, solved)).success).toBe(true);
});

test('in page mode there is no such function, no question, and no address with a pass', async () => {
  await using threads = await startFakeThreads();
  await using edge = await startEdge({ environment: threads.environment });
  const found = await extract(edge, 'photo');
  expect(found).not.toHaveProperty('proof');
  expect(await statusOf(edge, found.qualities[0].url)).toBe(200);
  expect(await statusOf(edge, `${found.qualities[0].url}?pass=x`)).toBe(404);
  expect((await call(edge, 'redeem-proof', {})).status).toBe(404);
});

test('who opens a locked address in a tab reads why, in the language of the page', async () => {
  const { qualities } = await extract(product.edge, 'photo');
  const answer = await fetch(product.edge.origin + qualities[0].url, {
    headers: { 'sec-fetch-dest': 'document', 'accept-language': 'de' },
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toContain('Diese Datei ist gesperrt.');
});
