import { codePoints } from './search-words.ts';

/** Keeps heading ids apart from the page's own ids, such as `main`. */
const prefix = 's-';
const lengthMax = 60;

/** Ids from heading texts, in their own script; repeated headings are numbered. */
export function createHeadingIds(): (text: string) => string | null {
  const usedIds = new Set<string>();
  /** By base. Starting at 1 for each heading would be quadratic. */
  const nextNumbers = new Map<string, number>();
  return (text) => {
    if (text === '') return null;
    const truncated = codePoints(text.normalize('NFC').toLowerCase()).slice(0, lengthMax).join('');
    const base = truncated.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    let number = nextNumbers.get(base) ?? 1;
    while (usedIds.has(formatId(base, number))) number += 1;
    nextNumbers.set(base, number + 1);
    usedIds.add(formatId(base, number));
    return formatId(base, number);
  };
}

function formatId(base: string, number: number): string {
  if (base === '') return `${prefix}${number}`;
  return `${prefix}${base}${number === 1 ? '' : `-${number}`}`;
}
