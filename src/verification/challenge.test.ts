import { expect, test } from 'vitest';
import { createSealer } from '#platform/crypto/sealed-token.ts';
import { createChallengeService } from './challenge.ts';

const sealer = createSealer('verification-7c1e4b9f2a6d0835', 'challenge');
const minute = 60_000;

function start(random = 0.75) {
  const clock = { now: 1_000_000 };
  return {
    clock,
    verification: createChallengeService({ sealer, now: () => clock.now, random: () => random }),
  };
}

test('only the issued sum is verified with its token', () => {
  const { verification } = start();
  const { challenge, token } = verification.issue();
  expect(challenge).toEqual({ left: 8, right: 8 });
  expect(verification.verify(token, '16')).toBe(true);
  expect(verification.verify(token, '١٦')).toBe(true);
  for (const invalid of ['15', '17', '88', '', 'sixteen']) {
    expect(verification.verify(token, invalid)).toBe(false);
  }
});

test('a token is valid for half an hour', () => {
  const { verification, clock } = start();
  const { token } = verification.issue();
  clock.now += 30 * minute - 1;
  expect(verification.verify(token, '16')).toBe(true);
  clock.now += 1;
  expect(verification.verify(token, '16')).toBe(false);
});

test('a damaged, foreign or empty token verifies nothing', () => {
  const { verification } = start();
  const { token } = verification.issue();
  const foreignToken = createSealer('another-secret-of-the-same-length', 'challenge').seal({
    left: 8,
    right: 8,
    expiresAt: 2_000_000,
  });
  for (const invalid of ['', 'token', `${token}A`, token.slice(1), foreignToken]) {
    expect(verification.verify(invalid, '16')).toBe(false);
  }
});

test.each([
  null,
  'text',
  16,
  [8, 8, 2_000_000],
  {},
  { left: 8, right: 8 },
  { left: '8', right: 8, expiresAt: 2_000_000 },
  { left: 8, expiresAt: 2_000_000 },
  { left: '', right: '16', expiresAt: 2_000_000 },
  { left: 8, right: 8, expiresAt: '2000000' },
])('sealed data that is not a challenge, such as %j, verifies nothing', (value) => {
  const { verification } = start();
  for (const input of ['16', '88', '', '0']) {
    expect(verification.verify(sealer.seal(value), input)).toBe(false);
  }
});

test('a hand-sealed token with the right schema is accepted', () => {
  const { verification } = start();
  const token = sealer.seal({ left: 8, right: 8, expiresAt: 2_000_000 });
  expect(verification.verify(token, '16')).toBe(true);
});
