import type { Locale } from '#i18n/locales.ts';
import { scoreLanguages } from './guess-language.ts';

/** In shorter texts, only a clear score of another language counts. */
const minWords = 8;
const minClearScore = 2;
const maxWordsWithoutStopWords = 25;
const minCopiedWords = 9;
const minCopiedCharacters = 14;

const scripts: Partial<Record<Locale, RegExp>> = {
  zh: /\p{Script=Han}/gu,
  th: /\p{Script=Thai}/gu,
};
const latin = /\p{Script=Latin}/gu;
const notLatin = /(?!\p{Script=Latin})\p{L}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Chinese and Thai may contain Latin names. Letters of other scripts must occur in the source too. */
export function isInExpectedScript(text: string, to: Locale, source: string): boolean {
  const script = scripts[to];
  if (script) {
    if (to === 'zh' && count(text, kana) > count(source, kana)) return false;
    const written = count(text, script);
    const otherLetters = count(text, notLatin) - written;
    if (otherLetters > Math.min(count(source, notLatin), written)) return false;
    if (written > 0) return written * 6 >= count(text, latin);
    return !/(?<!\p{L})\p{Ll}{3,}/u.test(text) || isName(source);
  }
  const nonLatinLetters = count(text, notLatin);
  return nonLatinLetters <= Math.min(count(source, notLatin), count(text, latin)) || nonLatinLetters === 0;
}

export function isInLanguage(text: string, to: Locale): boolean {
  const { wordCount, scores } = scoreLanguages(text);
  const score = scores.get(to) ?? 0;
  const best = Math.max(0, ...scores.values());
  if (wordCount < minWords) return score > 0 || best < minClearScore;
  if (best > score * 1.8 && best - score > 1.5) return false;
  return score > 0 || wordCount < maxWordsWithoutStopWords || best === 0;
}

export function isCopied(text: string, source: string): boolean {
  const textWords = splitWords(text);
  const sourceWords = splitWords(source);
  if (textWords.length === 0) return false;
  const isSame = textWords.join(' ') === sourceWords.join(' ');
  if (isSame)
    return !isName(source) && (textWords.length >= 4 || /[\p{Script=Han}\p{Script=Thai}]{4}/u.test(source));
  return hasLongRun(textWords, sourceWords);
}

function hasLongRun(textWords: readonly string[], sourceWords: readonly string[]): boolean {
  const runs = new Set<string>();
  for (let at = 0; at + minCopiedWords <= sourceWords.length; at += 1)
    runs.add(sourceWords.slice(at, at + minCopiedWords).join(' '));
  for (let at = 0; at + minCopiedWords <= textWords.length; at += 1) {
    if (runs.has(textWords.slice(at, at + minCopiedWords).join(' '))) return true;
  }
  return textWords.some(
    (word) => word.length >= minCopiedCharacters * 2 && isUnspaced(word) && sourceWords.includes(word),
  );
}

function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Thai}\p{M}]+$/u.test(word);
}

/** Names and abbreviations have few lowercase words. */
function isName(text: string): boolean {
  const all = splitWords(text, false);
  const plain = all.filter((word) => /^\p{Ll}{3,}$/u.test(word));
  return plain.length <= Math.floor(all.length / 4) && !/[\p{Script=Han}\p{Script=Thai}]/u.test(text);
}

function splitWords(text: string, isFolded = true): string[] {
  return (isFolded ? text.toLowerCase() : text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
