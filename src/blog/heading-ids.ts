import { characters } from './search-words.ts';

/** Keeps the ids of a text apart from those of the page around it, such as `main`. */
const prefix = 's-';
const lengthMax = 60;

/** Ids from the words of headings, in their own script; the same text gives the same ids, each once. */
export function createHeadingIds(): (text: string) => string | null {
  const given = new Set<string>();
  /** By their words: the number to try next. */
  const next = new Map<string, number>();
  return (text) => {
    if (text === '') return null;
    const words = characters(text.normalize('NFC').toLowerCase()).slice(0, lengthMax).join('');
    const base = words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    let number = next.get(base) ?? 1;
    while (given.has(idOf(base, number))) number += 1;
    next.set(base, number + 1);
    given.add(idOf(base, number));
    return idOf(base, number);
  };
}

function idOf(base: string, number: number): string {
  if (base === '') return `${prefix}${number}`;
  return `${prefix}${base}${number === 1 ? '' : `-${number}`}`;
}
