import { characters } from './search-words.ts';

/** Keeps the ids of a text apart from those of the page around it, such as `main`. */
const prefix = 's-';
const lengthMax = 60;

/** Ids from the words of headings, in their own script; the same text gives the same ids, each once. */
export function createHeadingIds(): (text: string) => string | null {
  const given = new Set<string>();
  return (text) => {
    const words = characters(text.normalize('NFC').toLowerCase()).slice(0, lengthMax).join('');
    const base = words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    if (text === '') return null;
    let id = `${prefix}${base || '1'}`;
    for (let count = 2; given.has(id); count += 1) id = `${prefix}${base ? `${base}-` : ''}${count}`;
    given.add(id);
    return id;
  };
}
