import { characters } from './search-words.ts';

/**
 * Scripts without spaces. Dictionaries divide the same words differently in other company (也不|用, 不用), so their
 * texts are also kept as overlapping pieces: two signs of Chinese tell as much as three of Thai.
 */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{sc=Thai}+/gu;

function gramLength(run: string): number {
  return /^\p{sc=Thai}/u.test(run) ? 3 : 2;
}

/** The text in pieces: runs of a script without spaces, and what lies between them. */
export function splitByScript(text: string): { text: string; isUnspaced: boolean }[] {
  const pieces: { text: string; isUnspaced: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(unspaced)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isUnspaced: false });
    pieces.push({ text: match[0], isUnspaced: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isUnspaced: false });
  return pieces;
}

/** Every place of a run begins a piece; at its end they are shorter, so that each sign can be found as a beginning. */
export function* gramsOf(text: string): Generator<string> {
  for (const [run] of text.matchAll(unspaced)) {
    const signs = characters(run);
    const length = gramLength(run);
    for (let at = 0; at < signs.length; at += 1) yield signs.slice(at, at + length).join('');
  }
}

/** The pieces a text must have to hold this run: whole ones, or the one beginning of a run shorter than a piece. */
export function gramsToFind(run: string): { grams: string[]; isBeginning: boolean } {
  const signs = characters(run);
  const length = gramLength(run);
  if (signs.length < length) return { grams: [run], isBeginning: true };
  const grams = signs
    .slice(0, signs.length - length + 1)
    .map((_, at) => signs.slice(at, at + length).join(''));
  return { grams: [...new Set(grams)], isBeginning: false };
}
