import { createHmac } from 'node:crypto';
import { solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { createSealer, deriveKey as derivePurposeKey } from '#platform/sealed-token.ts';
import type { Proof, ProofQuestion } from './contract.ts';
import { createProofs } from './create-proofs.ts';

const secret = 'proofs-of-work-5d0c2b7e9a4f1836';
const postUrl = 'https://www.threads.com/@maker/post/DQx1aB-_9Zz';
const otherUrl = 'https://www.threads.com/@maker/post/DQx1aB-_9Z0';
const minute = 60_000;

function start(options: { at?: number; secret?: string } = {}) {
  const outcomes: string[] = [];
  const clock = { now: options.at ?? Date.now() };
  const proofs = createProofs({
    secret: options.secret ?? secret,
    now: () => clock.now,
    shared: null,
    onJudged: (outcome) => outcomes.push(outcome),
  });
  return { proofs, clock, outcomes };
}

async function solve(question: ProofQuestion): Promise<Proof> {
  const solution = await solveChallenge({ challenge: question, deriveKey });
  if (!solution) throw new Error('not solved');
  return { question, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

test('a solved challenge gives a pass for its own post, and only once', async () => {
  const { proofs, outcomes } = start();
  const proof = await solve(await proofs.ask(postUrl));
  const redeemed = await proofs.redeem(proof);
  if (!redeemed.ok) throw new Error(redeemed.error);
  expect(proofs.admits(redeemed.value, postUrl)).toBe(true);
  expect(proofs.admits(redeemed.value, otherUrl)).toBe(false);
  expect(await proofs.redeem(proof)).toEqual({ ok: false, error: 'proof.spent' });
  expect(outcomes).toEqual(['issued', 'taken', 'proof.spent']);
});

test('a challenge asks for bounded work within ten minutes, and names the post only by a digest', async () => {
  const at = 1_763_715_600_999;
  const { proofs } = start({ at });
  const { parameters } = await proofs.ask(postUrl);
  const digest = createHmac('sha256', derivePurposeKey(secret, 'proof-post'))
    .update(postUrl)
    .digest('base64url');
  expect(parameters).toMatchObject({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5_000,
    expiresAt: Math.floor(at / 1000) + 600,
    data: { post: digest.slice(0, 22) },
  });
  expect(parameters.data.post).toHaveLength(22);
});

test('two challenges for one post are different ones', async () => {
  const { proofs } = start();
  const [first, second] = [await proofs.ask(postUrl), await proofs.ask(postUrl)];
  expect(first.parameters.nonce).not.toBe(second.parameters.nonce);
  expect(first.signature).not.toBe(second.signature);
});

test('keys are derived per purpose, so that every node of one secret takes them', async () => {
  const { proofs } = start();
  const proof = await solve(await proofs.ask(postUrl));
  const keyFor = (label: string) => derivePurposeKey(secret, label).toString('base64');
  const keys = {
    hmacSignatureSecret: keyFor('proof-question'),
    hmacKeySignatureSecret: keyFor('proof-answer'),
  };
  const { question: challenge, solution } = proof;
  expect(await verifySolution({ challenge, solution, deriveKey, ...keys })).toMatchObject({ verified: true });
  expect((await start().proofs.redeem(proof)).ok).toBe(true);
  expect(createSealer(secret, 'proof-pass').open(proofs.grant(postUrl))).toMatchObject({
    value: { post: challenge.parameters.data.post },
  });
});

test('a changed challenge, a guessed answer and the challenge of another secret are invalid', async () => {
  const { proofs, outcomes } = start();
  const { question, solution } = await solve(await proofs.ask(postUrl));
  const forged = [
    { question: { ...question, parameters: { ...question.parameters, data: { post: 'x' } } }, solution },
    { question: { ...question, parameters: { ...question.parameters, cost: 1 } }, solution },
    { question, solution: { ...solution, derivedKey: '00'.repeat(32) } },
    { question: { ...question, signature: '' }, solution },
  ];
  const foreign = start({ secret: 'another-secret-of-the-same-length' });
  forged.push(await solve(await foreign.proofs.ask(postUrl)));
  for (const proof of forged) {
    expect(await proofs.redeem(proof)).toEqual({ ok: false, error: 'proof.invalid' });
  }
  expect(outcomes).toEqual(['issued', ...forged.map(() => 'proof.invalid')]);
  expect((await proofs.redeem({ question, solution })).ok).toBe(true);
});

test('an expired challenge is told from an invalid one, by this clock and by the machine’s', async () => {
  const { proofs, clock } = start();
  const proof = await solve(await proofs.ask(postUrl));
  clock.now = proof.question.parameters.expiresAt * 1000;
  expect(await proofs.redeem(proof)).toEqual({ ok: false, error: 'proof.expired' });
  clock.now -= 1;
  expect((await proofs.redeem(proof)).ok).toBe(true);

  const past = start({ at: Date.now() - 60 * minute });
  const old = await solve(await past.proofs.ask(postUrl));
  expect(await past.proofs.redeem(old)).toEqual({ ok: false, error: 'proof.expired' });
});

test('a challenge stays spent until it expires', async () => {
  const { proofs, clock } = start();
  const proof = await solve(await proofs.ask(postUrl));
  expect((await proofs.redeem(proof)).ok).toBe(true);
  clock.now = proof.question.parameters.expiresAt * 1000 - 1;
  expect(await proofs.redeem(proof)).toEqual({ ok: false, error: 'proof.spent' });
});

test('a pass opens its post for a quarter of an hour, and a grace beyond it where one is given', () => {
  const { proofs, clock } = start({ at: 1_000_000 });
  const pass = proofs.grant(postUrl);
  const admits = (graceMs?: number) => proofs.admits(pass, postUrl, graceMs);
  expect(admits()).toBe(true);
  clock.now += 15 * minute - 1;
  expect(admits()).toBe(true);
  clock.now += 1;
  expect([admits(), admits(1), proofs.admits(pass, otherUrl, 1)]).toEqual([false, true, false]);
  clock.now += 1;
  expect([admits(1), admits(2)]).toEqual([false, true]);
});

test('no pass, a damaged one and one of another secret or purpose open nothing', () => {
  const { proofs, clock } = start();
  const pass = proofs.grant(postUrl);
  const other = start({ secret: 'another-secret-of-the-same-length' }).proofs.grant(postUrl);
  const ticket = createSealer(secret, 'ticket').seal({ post: 'x', expiresAt: clock.now + minute });
  for (const wrong of [null, '', 'pass', `${pass}A`, pass.slice(0, -4), other, ticket]) {
    expect(proofs.admits(wrong, postUrl)).toBe(false);
  }
  expect(proofs.admits(pass, postUrl)).toBe(true);
});
