import { codePoints } from './search-words.ts';

/**
 * Scripts without spaces. Segmenters split the same word differently by context (也不|用, 不用), so these texts
 * are also indexed as n-grams: trigrams for Thai, bigrams for the others.
 */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{sc=Thai}+/gu;

function gramLength(run: string): number {
  return /^\p{sc=Thai}/u.test(run) ? 3 : 2;
}

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

/** The last n-grams of a run are shorter, so that a prefix query finds each of its characters. */
export function* ngrams(text: string): Generator<string> {
  for (const [run] of text.matchAll(unspaced)) {
    const chars = codePoints(run);
    const length = gramLength(run);
    for (let at = 0; at < chars.length; at += 1) yield chars.slice(at, at + length).join('');
  }
}

/** The n-grams that a text with this run contains; a run shorter than one n-gram is a prefix. */
export function queryNgrams(run: string): { grams: string[]; isBeginning: boolean } {
  const chars = codePoints(run);
  const length = gramLength(run);
  if (chars.length < length) return { grams: [run], isBeginning: true };
  const grams = chars
    .slice(0, chars.length - length + 1)
    .map((_, at) => chars.slice(at, at + length).join(''));
  return { grams: [...new Set(grams)], isBeginning: false };
}
