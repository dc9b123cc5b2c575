/** The human check: a sum of two small integers. Pure, so that the page and the server judge alike. */

export const operandMin = 1;
export const operandMax = 10;

export interface Challenge {
  left: number;
  right: number;
}

/** `random` gives numbers in [0, 1). */
export function drawChallenge(random: () => number): Challenge {
  const operand = () => operandMin + Math.floor(random() * (operandMax - operandMin + 1));
  return { left: operand(), right: operand() };
}

const hanDigits = '〇一二三四五六七八九';

function hanValue(text: string): number | null {
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

/** Value of one decimal digit of any script; null for anything else. Unicode keeps each script's ten digits in a row. */
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

/** The whole number a visitor typed, in the digits of any script; null where it is not one. */
export function readNumber(typed: string): number | null {
  const text = typed.trim();
  if (text === '' || text.length > 8) return null;
  const han = hanValue(text);
  if (han !== null) return han;
  let value = 0;
  for (const character of text) {
    const digit = digitValue(character);
    if (digit === null) return null;
    value = value * 10 + digit;
  }
  return value;
}

export function isSolved(challenge: Challenge, typed: string): boolean {
  return readNumber(typed) === challenge.left + challenge.right;
}

/** How long a proof may take from its question to its answer: the visitor may think about the sum meanwhile. */
export const proofLifetimeMs = 10 * 60_000;

/** The work a browser is asked to do, as altcha writes it. */
export interface ProofQuestion {
  parameters: {
    algorithm: string;
    cost: number;
    expiresAt: number;
    keyLength: number;
    keyPrefix: string;
    keySignature: string;
    nonce: string;
    salt: string;
    /** Which post the proof is for; only we can tell. */
    data: { post: string };
  };
  signature: string;
}

/** `redeem-proof`'s body: the question as it was given, and what was found. */
export interface Proof {
  question: ProofQuestion;
  solution: { counter: number; derivedKey: string };
}

/** Goes with an answer where files are asked to be proved for; the sentences are for the visitor. */
export interface ProofOffer {
  question: ProofQuestion;
  words: { busy: string; failed: string; again: string; scripts: string };
}

export const proofErrorCodes = ['proof.invalid', 'proof.expired', 'proof.spent'] as const;
export type ProofErrorCode = (typeof proofErrorCodes)[number];

/** What `redeem-proof` answers: the pass is added to a file's address as `?pass=`. */
export type ProofAnswer =
  | { success: true; pass: string }
  | { success: false; code: ProofErrorCode; error: string };
