import { createHmac } from 'node:crypto';
import { solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { createSealer, deriveKey as derivePurposeKey } from '#platform/crypto/sealed-token.ts';
import { connectValkey } from '#platform/limits/valkey.ts';
import { startValkey, withoutValkey } from '#test/support/valkey-server.ts';
import type { AltchaChallenge, ProofOfWorkPayload } from './contract.ts';
import { createProofOfWork, createReplayStore, type SharedKeyValueStore } from './proof-of-work.ts';

const secret = 'proofs-of-work-5d0c2b7e9a4f1836';
const postUrl = 'https://www.threads.com/@maker/post/DQx1aB-_9Zz';
const otherUrl = 'https://www.threads.com/@maker/post/DQx1aB-_9Z0';
const minute = 60_000;

function start(options: { at?: number; secret?: string } = {}) {
  const outcomes: string[] = [];
  const clock = { now: options.at ?? Date.now() };
  const proofs = createProofOfWork({
    secret: options.secret ?? secret,
    now: () => clock.now,
    shared: null,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  return { proofs, clock, outcomes };
}

async function solve(question: AltchaChallenge): Promise<ProofOfWorkPayload> {
  const solution = await solveChallenge({ challenge: question, deriveKey });
  if (!solution) throw new Error('not solved');
  return { question, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

test('a solved challenge returns a proof token for its own post, only once', async () => {
  const { proofs, outcomes } = start();
  const proof = await solve(await proofs.createChallenge(postUrl));
  const verified = await proofs.verify(proof);
  if (!verified.ok) throw new Error(verified.error);
  expect(proofs.authorizesToken(verified.value, postUrl)).toBe(true);
  expect(proofs.authorizesToken(verified.value, otherUrl)).toBe(false);
  expect(await proofs.verify(proof)).toEqual({ ok: false, error: 'proof.spent' });
  expect(outcomes).toEqual(['issued', 'taken', 'proof.spent']);
});

test('a challenge has a fixed cost, ten minutes to expiry and only a digest of the post', async () => {
  const at = 1_763_715_600_999;
  const { proofs } = start({ at });
  const { parameters } = await proofs.createChallenge(postUrl);
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

test('two challenges for the same post differ', async () => {
  const { proofs } = start();
  const [first, second] = [await proofs.createChallenge(postUrl), await proofs.createChallenge(postUrl)];
  expect(first.parameters.nonce).not.toBe(second.parameters.nonce);
  expect(first.signature).not.toBe(second.signature);
});

test('keys are derived per purpose, so that all nodes with the same secret accept them', async () => {
  const { proofs } = start();
  const proof = await solve(await proofs.createChallenge(postUrl));
  const keyFor = (label: string) => derivePurposeKey(secret, label).toString('base64');
  const keys = {
    hmacSignatureSecret: keyFor('proof-question'),
    hmacKeySignatureSecret: keyFor('proof-answer'),
  };
  const { question: challenge, solution } = proof;
  expect(await verifySolution({ challenge, solution, deriveKey, ...keys })).toMatchObject({ verified: true });
  expect((await start().proofs.verify(proof)).ok).toBe(true);
  expect(createSealer(secret, 'proof-pass').open(proofs.issueToken(postUrl))).toMatchObject({
    value: { post: challenge.parameters.data.post },
  });
});

test('a modified challenge, a guessed solution and another secret are invalid', async () => {
  const { proofs, outcomes } = start();
  const proof = await solve(await proofs.createChallenge(postUrl));
  const { question, solution } = proof;
  const { parameters } = question;
  const flip = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1);
  const withParameters = (changed: Partial<typeof parameters>) => ({
    question: { ...question, parameters: { ...parameters, ...changed } },
    solution,
  });
  const withKey = (derivedKey: string) => ({ question, solution: { ...solution, derivedKey } });
  const otherService = start({ secret: 'another-secret-of-the-same-length' });
  const forged = [
    withParameters({ data: { post: 'x' } }),
    withParameters({ cost: 1 }),
    withParameters({ expiresAt: parameters.expiresAt + 600 }),
    withParameters({ keyPrefix: '00' }),
    withParameters({ nonce: flip(parameters.nonce) }),
    withParameters({ keySignature: flip(parameters.keySignature) }),
    { question: { ...question, signature: flip(question.signature) }, solution },
    { question: { ...question, signature: '' }, solution },
    withKey('00'.repeat(32)),
    withKey(flip(solution.derivedKey)),
    withKey(parameters.keyPrefix),
    await solve(await otherService.proofs.createChallenge(postUrl)),
  ];
  for (const attempt of forged)
    expect(await proofs.verify(attempt)).toEqual({ ok: false, error: 'proof.invalid' });
  expect(outcomes).toEqual(['issued', ...forged.map(() => 'proof.invalid')]);
  expect((await proofs.verify(proof)).ok).toBe(true);
});

test('an expired challenge is distinct from an invalid one, for both clocks', async () => {
  const { proofs, clock } = start();
  const proof = await solve(await proofs.createChallenge(postUrl));
  clock.now = proof.question.parameters.expiresAt * 1000;
  expect(await proofs.verify(proof)).toEqual({ ok: false, error: 'proof.expired' });
  clock.now -= 1;
  expect((await proofs.verify(proof)).ok).toBe(true);

  const past = start({ at: Date.now() - 60 * minute });
  const old = await solve(await past.proofs.createChallenge(postUrl));
  expect(await past.proofs.verify(old)).toEqual({ ok: false, error: 'proof.expired' });
});

test('a challenge is used once, even by concurrent requests, and stays used until it expires', async () => {
  const { proofs, clock } = start();
  const proof = await solve(await proofs.createChallenge(postUrl));
  const results = await Promise.all(Array.from({ length: 20 }, () => proofs.verify(proof)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  clock.now = proof.question.parameters.expiresAt * 1000 - 1;
  expect(await proofs.verify(proof)).toEqual({ ok: false, error: 'proof.spent' });
});

test('a proof token opens its post for 15 minutes plus the grace period', () => {
  const { proofs, clock } = start({ at: 1_000_000 });
  const proofToken = proofs.issueToken(postUrl);
  const isAuthorized = (graceMs?: number) => proofs.authorizesToken(proofToken, postUrl, graceMs);
  expect(isAuthorized()).toBe(true);
  clock.now += 15 * minute - 1;
  expect(isAuthorized()).toBe(true);
  clock.now += 1;
  expect([isAuthorized(), isAuthorized(1), proofs.authorizesToken(proofToken, otherUrl, 1)]).toEqual([
    false,
    true,
    false,
  ]);
  clock.now += 1;
  expect([isAuthorized(1), isAuthorized(2)]).toEqual([false, true]);
});

test('a missing, damaged or foreign proof token opens nothing', () => {
  const { proofs, clock } = start();
  const proofToken = proofs.issueToken(postUrl);
  const other = start({ secret: 'another-secret-of-the-same-length' }).proofs.issueToken(postUrl);
  const ticket = createSealer(secret, 'ticket').seal({ post: 'x', expiresAt: clock.now + minute });
  for (const invalid of [null, '', 'pass', `${proofToken}A`, proofToken.slice(0, -4), other, ticket]) {
    expect(proofs.authorizesToken(invalid, postUrl)).toBe(false);
  }
  expect(proofs.authorizesToken(proofToken, postUrl)).toBe(true);
});

test('an id stays used for its lifetime, and the oldest is dropped beyond the limit', async () => {
  let time = 0;
  const consumeNonce = createReplayStore(null, { now: () => time, maxEntries: 3 });
  expect([await consumeNonce('a', 1000), await consumeNonce('a', 1000)]).toEqual([true, false]);
  time = 1000;
  expect(await consumeNonce('a', 1000)).toBe(true);
  for (const id of ['b', 'c', 'd']) expect(await consumeNonce(id, 1000)).toBe(true);
  expect([await consumeNonce('b', 1000), await consumeNonce('d', 1000)]).toEqual([false, false]);
  expect(await consumeNonce('a', 1000)).toBe(true);
});

test('reusing an expired id makes it the newest and drops no other', async () => {
  let time = 0;
  const consumeNonce = createReplayStore(null, { now: () => time, maxEntries: 3 });
  for (const [id, lifetimeMs] of Object.entries({ a: 5000, b: 1000, c: 5000 }))
    await consumeNonce(id, lifetimeMs);
  time = 1000;
  expect(await consumeNonce('b', 5000)).toBe(true);
  expect([
    await consumeNonce('a', 5000),
    await consumeNonce('b', 5000),
    await consumeNonce('c', 5000),
  ]).toEqual([false, false, false]);
});

test('nodes with a shared store accept an id once; without the store each decides locally', async () => {
  const keys = new Set<string>();
  let isUnavailable = false;
  const shared: SharedKeyValueStore = {
    async set(key, _value, unit, milliseconds, condition) {
      if (isUnavailable) throw new Error('unavailable');
      expect([unit, milliseconds, condition]).toEqual(['PX', 10, 'NX']);
      if (keys.has(key)) return null;
      keys.add(key);
      return 'OK';
    },
  };
  const [first, second] = [0, 1].map(() => createReplayStore(shared, { now: () => 0 }));
  expect([await first?.('a', 10), await second?.('a', 10)]).toEqual([true, false]);
  expect([...keys]).toEqual(['unspool-proof-a']);
  isUnavailable = true;
  expect([await first?.('a', 10), await first?.('b', 10), await first?.('b', 10)]).toEqual([
    false,
    true,
    false,
  ]);
});

test.skipIf(withoutValkey())('two nodes with Valkey accept each of a hundred proofs once', async () => {
  await using server = await startValkey();
  const valkeys = await Promise.all([0, 1].map(() => connectValkey(server.url, () => undefined)));
  const nodes = valkeys.map((valkey) => createReplayStore(valkey, { now: Date.now }));
  for (const { redis } of valkeys) await expect.poll(() => redis.status).toBe('ready');
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, id) =>
      Promise.all([...nodes, ...nodes].map((consumeNonce) => consumeNonce(`proof-${id}`, 60_000))),
    ),
  );
  expect(outcomes.map((attempts) => attempts.filter(Boolean).length)).toEqual(Array(100).fill(1));
  const ttlMs = await valkeys[0]?.redis.pttl('unspool-proof-proof-1');
  expect(ttlMs).toBeGreaterThan(0);
  expect(ttlMs).toBeLessThanOrEqual(60_000);
  for (const valkey of valkeys) valkey.disconnect();
});
