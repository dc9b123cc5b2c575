/** Digits with separators: `2,847,691`, `2.847.691`, `1 080`, `3,5`. */
const numberPattern =
  /\p{Nd}+(?:(?:[.,'’٫٬]|(?<!\p{Nd}{4})[ \u00a0\u202f](?=\p{Nd}{3}(?!\p{Nd})))\p{Nd}+)*/gu;
const timePattern = /(\p{Nd}{1,2})[:.](\p{Nd}{2})(?!\p{Nd})/gu;
const afternoonPattern = /(\p{Nd}{1,2})(?:[:.](\p{Nd}{2}))?\s*p\.?\s?m\b/giu;
/** "two thousand" may become 2000. A longer number that the source lacks is invented. */
const inventedDigits = 5;

/** What multiplies the number in front of it. The first that matches counts. */
const units: readonly (readonly [RegExp, number])[] = [
  [
    /^\s?(?:mil millones|billions?|bilh(?:ão|ões)|milliards?|milliarden?|mrd|miliard[oi]|miliar|tỷ|พันล้าน)/iu,
    1e9,
  ],
  [/^\s?亿/u, 1e8],
  [/^\s?(?:mill(?:ón|ones|ions?|ionen)|milh(?:ão|ões)|mio|milion[ei]|triệu|juta|ล้าน|百万)/iu, 1e6],
  [/^\s?แสน/u, 1e5],
  [/^\s?(?:万|หมื่น)/u, 1e4],
  [/^(?:\s?(?:thousand|mil(?:le|a)?(?!\p{L})|tausend|nghìn|ngàn|ribu|พัน|千)|k(?!\p{L}))/iu, 1e3],
];

export function hasSameNumbers(text: string, source: string): boolean {
  const numbers = parseNumbers(text);
  const sourceNumbers = parseNumbers(source);
  const values = new Set([...numbers, ...parseHanNumbers(text)].map(({ value }) => value));
  const sourceValues = new Set([...sourceNumbers, ...parseHanNumbers(source)].map(({ value }) => value));
  const hours = findAfternoonHours(toAsciiDigits(text), toAsciiDigits(source));
  const isPresent = ({ digits, groups, value, unit }: WrittenNumber) =>
    values.has(value) ||
    numbers.some(
      (candidate) =>
        (candidate.digits === digits || isInOrder(groups, candidate.groups)) &&
        (unit === 1 || candidate.unit === 1 || unit === candidate.unit),
    ) ||
    (groups.length > 1 && groups.every((group) => numbers.some((candidate) => candidate.digits === group))) ||
    numbers.some((candidate) => candidate.groups[0] === hours.get(groups[0] ?? ''));
  const isKnown = ({ digits, groups, value }: WrittenNumber) =>
    digits.length < inventedDigits ||
    sourceValues.has(value) ||
    sourceNumbers.some((candidate) => candidate.digits === digits) ||
    groups.every((group) => sourceNumbers.some((candidate) => candidate.groups.includes(group)));
  return sourceNumbers.every(isPresent) && numbers.every(isKnown);
}

interface WrittenNumber {
  digits: string;
  groups: string[];
  value: number;
  /** 1 for none, or for one that is not listed. */
  unit: number;
}

function parseNumbers(text: string): WrittenNumber[] {
  const ascii = toAsciiDigits(text);
  return [...ascii.matchAll(numberPattern)].map(({ 0: found, index }) => {
    const groups = found.match(/\d+/g) ?? [];
    const rest = ascii.slice(index + found.length, index + found.length + 20);
    const [, unit = 1] = units.find(([pattern]) => pattern.test(rest)) ?? [];
    const isWhole = groups.slice(1).every(({ length }) => length === 3);
    const value = isWhole
      ? Number(groups.join(''))
      : Number(`${groups.slice(0, -1).join('')}.${groups.at(-1)}`);
    return { digits: groups.join(''), groups, value: Math.round(value * unit * 1e6) / 1e6, unit };
  });
}

const hanDigits = '〇一二三四五六七八九';
const hanUnits: Record<string, number> = { 十: 10, 百: 100, 千: 1000, 万: 1e4, 亿: 1e8 };

/** "三千" is 3000, "一万二千" is 12000. */
function parseHanNumbers(text: string): { value: number }[] {
  return (text.match(/[零〇一二两三四五六七八九十百千万亿]+/gu) ?? []).map((found) => {
    let [total, section, digit] = [0, 0, 0];
    for (const sign of found.replaceAll('零', '〇').replaceAll('两', '二')) {
      const unit = hanUnits[sign];
      if (unit === undefined) digit = digit * 10 + hanDigits.indexOf(sign);
      else if (unit < 1e4) {
        section += (digit || 1) * unit;
        digit = 0;
      } else {
        total = (total + section + digit) * unit;
        [section, digit] = [0, 0];
      }
    }
    return { value: total + section + digit };
  });
}

/** By the hour that the source has: 9 pm as 21, and 9:30 as 21:30. */
function findAfternoonHours(text: string, source: string): Map<string, string> {
  const times = [...source.matchAll(timePattern)].filter(([, hour, minutes]) =>
    new RegExp(`(?<!\\d)${Number(hour) + 12}\\D{1,3}${minutes}(?!\\d)`).test(text),
  );
  return new Map(
    [...times, ...source.matchAll(afternoonPattern)].map(([, hour]) => [
      hour ?? '',
      String(Number(hour) + 12),
    ]),
  );
}

function isInOrder(groups: readonly string[], others: readonly string[]): boolean {
  let at = -1;
  return groups.every((group) => {
    at = others.indexOf(group, at + 1);
    return at >= 0;
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
