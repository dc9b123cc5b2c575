import type { Sealer } from '#platform/crypto/sealed-token.ts';
import type { Challenge } from './contract.ts';

const operandMin = 1;
export const operandMax = 10;

export function drawChallenge(random: () => number): Challenge {
  const operand = () => operandMin + Math.floor(random() * (operandMax - operandMin + 1));
  return { left: operand(), right: operand() };
}

const hanDigits = '〇一二三四五六七八九';

function parseHanNumber(text: string): number | null {
  const match = /^([一二两兩三四五六七八九]?)十([一二三四五六七八九]?)$/u.exec(text);
  if (!match) return null;
  const [, tens, ones] = match;
  return (tens ? hanDigit(tens) : 1) * 10 + (ones ? hanDigit(ones) : 0);
}

function hanDigit(character: string): number {
  return character === '两' || character === '兩' ? 2 : hanDigits.indexOf(character.replace('零', '〇'));
}

/** Unicode keeps the ten digits of a script in a row. */
function digitValue(character: string): number | null {
  if (!/\p{Nd}/u.test(character)) {
    const han = hanDigit(character);
    return han >= 0 ? han : null;
  }
  const code = character.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

export function parseNumber(answer: string): number | null {
  const text = answer.trim();
  if (text === '' || text.length > 8) return null;
  const han = parseHanNumber(text);
  if (han !== null) return han;
  let value = 0;
  for (const character of text) {
    const digit = digitValue(character);
    if (digit === null) return null;
    value = value * 10 + digit;
  }
  return value;
}

export function isSolved(challenge: Challenge, answer: string): boolean {
  return parseNumber(answer) === challenge.left + challenge.right;
}

const challengeLifetimeMs = 30 * 60_000;

interface ChallengeDeps {
  sealer: Sealer;
  now: () => number;
  random: () => number;
}

export function createChallengeService({ sealer, now, random }: ChallengeDeps) {
  return {
    /** A page without JavaScript sends the token back. */
    issue() {
      const challenge = drawChallenge(random);
      return { challenge, token: sealer.seal({ ...challenge, expiresAt: now() + challengeLifetimeMs }) };
    },
    verify(token: string, answer: string): boolean {
      const opened = sealer.open(token);
      if (!opened.ok || !isSealedChallenge(opened.value)) return false;
      return opened.value.expiresAt > now() && isSolved(opened.value, answer);
    },
  };
}

function isSealedChallenge(value: unknown): value is Challenge & { expiresAt: number } {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return [fields.left, fields.right, fields.expiresAt].every((field) => typeof field === 'number');
}
