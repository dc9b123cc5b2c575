const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Codes of private accounts have 28 more. */
const idDigits = 11;

const epochMs = 1_314_220_021_721;
const timeShift = 23n;

/** Decimal, because ids exceed 2^53. */
export function shortcodeToId(code: string): string | null {
  const digits = idPrefix(code);
  if (digits === '') return null;
  let id = 0n;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return null;
    id = id * 64n + BigInt(value);
  }
  return id.toString();
}

/** NaN if `id` isn't one. */
export function idToCreationMs(id: string): number {
  if (!/^\d{1,20}$/.test(id)) return Number.NaN;
  return Number(BigInt(id) >> timeShift) + epochMs;
}

/** Codes of one post share this prefix, but codes with the same prefix can be different posts. */
export function idPrefix(code: string): string {
  return code.slice(0, idDigits);
}

export function isSamePost(a: string, b: string): boolean {
  if (a === b) return true;
  const isLong = a.length > idDigits + 1 || b.length > idDigits + 1;
  const hasAllDigits = a.length >= idDigits && b.length >= idDigits;
  return isLong && hasAllDigits && idPrefix(a) === idPrefix(b);
}
