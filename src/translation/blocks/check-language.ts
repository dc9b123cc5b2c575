import { scoreLanguages } from '#i18n/detect-language.ts';
import type { Locale } from '#i18n/locales.ts';

/** In shorter texts only a clear score of another language counts. */
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

/** Chinese and Thai may contain Latin names. Other letters must occur in the source too. */
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

/** Approximate, relative to English. Combining marks count. */
const lengthRatios: Record<Locale, number> = {
  en: 1,
  es: 1.15,
  pt: 1.1,
  fr: 1.18,
  de: 1.15,
  it: 1.12,
  zh: 0.33,
  vi: 1.08,
  id: 1.12,
  th: 1,
};
const minRatio = 0.45;
const maxRatio = 2.1;
/** In English characters, for short texts. */
const tolerance = 30;

export function hasPlausibleLength(text: string, to: Locale, source: string, from: Locale | null): boolean {
  const textLength = text.trim().length / lengthRatios[to];
  const sourceLength = source.trim().length;
  const guess = from ?? (/[\p{Script=Han}]/u.test(source) ? 'zh' : 'en');
  const expected = sourceLength / lengthRatios[guess];
  const slack = from === null ? 1.3 : 1;
  return (
    textLength >= (expected * minRatio) / slack - tolerance &&
    textLength <= expected * maxRatio * slack + tolerance
  );
}
