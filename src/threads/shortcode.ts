const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Digits that carry the id; posts of private accounts append 28 more. */
const idDigits = 11;

/** Milliseconds since 1970 at which Threads' ids start counting. */
const epochMs = 1_314_220_021_721;
const timeShift = 23n;

/** The numeric id as decimal text, or null when a character is outside the alphabet. Ids exceed 2^53. */
export function shortcodeToId(code: string): string | null {
  const digits = idDigitsOf(code);
  if (digits === '') return null;
  let id = 0n;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return null;
    id = id * 64n + BigInt(value);
  }
  return id.toString();
}

/** The shortcode of a decimal id, or null when the text is not one. */
export function idToShortcode(id: string): string | null {
  if (!/^\d{1,20}$/.test(id)) return null;
  let rest = BigInt(id);
  let code = '';
  do {
    code = alphabet.charAt(Number(rest % 64n)) + code;
    rest /= 64n;
  } while (rest > 0n);
  return code;
}

/** When the post was made, in milliseconds since 1970, read out of its decimal id. */
export function idToCreationMs(id: string): number | null {
  if (!/^\d{1,20}$/.test(id)) return null;
  return Number(BigInt(id) >> timeShift) + epochMs;
}

/** The digits of a shortcode that carry the id. Codes of one post share them; codes that do may still name two posts. */
export function idDigitsOf(code: string): string {
  return code.slice(0, idDigits);
}

/** Whether two shortcodes name one post: equal, or alike in the digits that carry the id. */
export function namesSamePost(one: string, other: string): boolean {
  if (one === other) return true;
  const isLong = one.length > idDigits + 1 || other.length > idDigits + 1;
  const isWhole = one.length >= idDigits && other.length >= idDigits;
  return isLong && isWhole && idDigitsOf(one) === idDigitsOf(other);
}
