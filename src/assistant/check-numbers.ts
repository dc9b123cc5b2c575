/** Digits with what may part them: `2,847,691`, `2.847.691`, `1 080`, `3,5`. */
const number = /\p{Nd}+(?:(?:[.,'’٫٬]|(?<!\p{Nd}{4})[ \u00a0\u202f](?=\p{Nd}{3}(?!\p{Nd})))\p{Nd}+)*/gu;
const afternoon = /(\p{Nd}{1,2})(?:[:.](\p{Nd}{2}))?\s*p\.?\s?m\b/giu;
/** A text that says "two thousand" may become 2000; longer numbers are not written out. */
const inventedDigits = 5;

/**
 * Whether a translation has the numbers of its source, however its language writes them; and no long one that the
 * source has not.
 */
export function hasNumbersOf(text: string, source: string): boolean {
  const given = numbersIn(text);
  const wanted = numbersIn(source);
  const hours = new Map(
    [...ascii(source).matchAll(afternoon)].map(([, hour]) => [hour ?? '', String(Number(hour) + 12)]),
  );
  const isThere = ({ whole, groups }: WrittenNumber) =>
    given.some((one) => one.whole === whole) ||
    groups.every((group) => given.some((one) => one.groups.includes(group) || one.whole === group)) ||
    given.some((one) => one.groups[0] === hours.get(groups[0] ?? ''));
  const isKnown = ({ whole, groups }: WrittenNumber) =>
    whole.length < inventedDigits ||
    wanted.some((one) => one.whole === whole) ||
    groups.every((group) => wanted.some((one) => one.groups.includes(group)));
  return wanted.every(isThere) && given.every(isKnown);
}

interface WrittenNumber {
  whole: string;
  groups: string[];
}

function numbersIn(text: string): WrittenNumber[] {
  return (ascii(text).match(number) ?? []).map((found) => {
    const groups = found.match(/\d+/g) ?? [];
    return { whole: groups.join(''), groups };
  });
}

/** Digits of other scripts as ours: Thai has its own. */
function ascii(text: string): string {
  return text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const own = zero;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && own - zero < 9) zero -= 1;
    return String(own - zero);
  });
}
