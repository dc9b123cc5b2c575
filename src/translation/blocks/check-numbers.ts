/** Digits with separators: `2,847,691`, `2.847.691`, `1 080`, `3,5`. */
const numberPattern =
  /\p{Nd}+(?:(?:[.,'’٫٬]|(?<!\p{Nd}{4})[ \u00a0\u202f](?=\p{Nd}{3}(?!\p{Nd})))\p{Nd}+)*/gu;
const afternoonPattern = /(\p{Nd}{1,2})(?:[:.](\p{Nd}{2}))?\s*p\.?\s?m\b/giu;
/** "two thousand" may become 2000. A longer number that the source lacks is invented. */
const inventedDigits = 5;

export function hasSameNumbers(text: string, source: string): boolean {
  const numbers = parseNumbers(text);
  const sourceNumbers = parseNumbers(source);
  const hours = new Map(
    [...toAsciiDigits(source).matchAll(afternoonPattern)].map(([, hour]) => [
      hour ?? '',
      String(Number(hour) + 12),
    ]),
  );
  const isPresent = ({ digits, groups }: WrittenNumber) =>
    numbers.some((candidate) => candidate.digits === digits) ||
    groups.every((group) =>
      numbers.some((candidate) => candidate.groups.includes(group) || candidate.digits === group),
    ) ||
    numbers.some((candidate) => candidate.groups[0] === hours.get(groups[0] ?? ''));
  const isKnown = ({ digits, groups }: WrittenNumber) =>
    digits.length < inventedDigits ||
    sourceNumbers.some((candidate) => candidate.digits === digits) ||
    groups.every((group) => sourceNumbers.some((candidate) => candidate.groups.includes(group)));
  return sourceNumbers.every(isPresent) && numbers.every(isKnown);
}

interface WrittenNumber {
  digits: string;
  groups: string[];
}

function parseNumbers(text: string): WrittenNumber[] {
  return (toAsciiDigits(text).match(numberPattern) ?? []).map((found) => {
    const groups = found.match(/\d+/g) ?? [];
    return { digits: groups.join(''), groups };
  });
}

function toAsciiDigits(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const codePoint = zero;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && codePoint - zero < 9) zero -= 1;
    return String(codePoint - zero);
  });
}
