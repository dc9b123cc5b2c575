/** The human check, a sum of two small integers. Pure, so that the page and the server use the same code. */

export const operandMin = 1;
export const operandMax = 10;

export interface Challenge {
  left: number;
  right: number;
}

/** `random` returns numbers in [0, 1). */
export function drawChallenge(random: () => number): Challenge {
  const operand = () => operandMin + Math.floor(random() * (operandMax - operandMin + 1));
  return { left: operand(), right: operand() };
}

const hanDigits = '〇一二三四五六七八九';

function parseHanNumber(text: string): number | null {
  const match = /^([一二两兩三四五六七八九]?)十([一二三四五六七八九]?)$/u.exec(text);
  if (match) {
    const tens = match[1] === '' ? 1 : hanDigit(match[1] ?? '');
    return tens * 10 + (match[2] ? hanDigit(match[2]) : 0);
  }
  return null;
}

function hanDigit(character: string): number {
  return character === '两' || character === '兩' ? 2 : hanDigits.indexOf(character.replace('零', '〇'));
}

/** Value of a decimal digit in any script, or null. Unicode keeps the ten digits of a script in a row. */
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

/** Parses a whole number in the digits of any script; null if it is not one. */
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

/** Time to solve a challenge, including the user's time for the sum. */
export const proofOfWorkLifetimeMs = 10 * 60_000;

export interface AltchaChallenge {
  parameters: {
    algorithm: string;
    cost: number;
    expiresAt: number;
    keyLength: number;
    keyPrefix: string;
    keySignature: string;
    nonce: string;
    salt: string;
    /** Digest of the post's URL; only this server can tell which post it is. */
    data: { post: string };
  };
  signature: string;
}

/** Body of `redeem-proof`. */
export interface ProofOfWorkPayload {
  question: AltchaChallenge;
  solution: { counter: number; derivedKey: string };
}

/** Part of a response if downloads need a proof of work. `words` are messages for the user. */
export interface ProofOfWorkChallenge {
  question: AltchaChallenge;
  words: { busy: string; failed: string; again: string; scripts: string };
}

export const proofOfWorkErrorCodes = ['proof.invalid', 'proof.expired', 'proof.spent'] as const;
export type ProofOfWorkErrorCode = (typeof proofOfWorkErrorCodes)[number];

/** Response of `redeem-proof`; `pass` is added to media URLs as `?pass=`. */
export type ProofOfWorkResponse =
  | { success: true; pass: string }
  | { success: false; code: ProofOfWorkErrorCode; error: string };
