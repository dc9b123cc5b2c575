import type { Locale } from '#i18n/locales.ts';
import { languageScores } from './guess-language.ts';

/** Below that a text says little of its language, and only clear signs of another one count. */
const wordsNeeded = 8;
const clearSigns = 2;
const wordsWithoutSign = 25;
/** A run of so many words, or so many letters without gaps, is no coincidence. */
const copiedWords = 9;
const copiedSigns = 14;

const scripts: Partial<Record<Locale, RegExp>> = {
  zh: /\p{Script=Han}/gu,
  th: /\p{Script=Thai}/gu,
};
const latin = /\p{Script=Latin}/gu;
const notLatin = /(?!\p{Script=Latin})\p{L}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/**
 * Whether words are written as their language is. Names and terms in Latin letters may stand in Chinese and Thai;
 * whatever else is foreign has to be in the source too.
 */
export function hasScriptOf(text: string, to: Locale, source: string): boolean {
  const own = scripts[to];
  if (own) {
    if (to === 'zh' && count(text, kana) > count(source, kana)) return false;
    const written = count(text, own);
    const foreign = count(text, notLatin) - written;
    if (foreign > Math.min(count(source, notLatin), written)) return false;
    if (written > 0) return written * 6 >= count(text, latin);
    return !/(?<!\p{L})\p{Ll}{3,}/u.test(text) || isName(source);
  }
  const foreign = count(text, notLatin);
  return foreign <= Math.min(count(source, notLatin), count(text, latin)) || foreign === 0;
}

/** Whether a text is not plainly in another of our languages. */
export function isInLanguage(text: string, to: Locale): boolean {
  const { words, scores } = languageScores(text);
  const own = scores.get(to) ?? 0;
  const best = Math.max(0, ...scores.values());
  if (words < wordsNeeded) return own > 0 || best < clearSigns;
  if (best > own * 1.8 && best - own > 1.5) return false;
  return own > 0 || words < wordsWithoutSign || best === 0;
}

/** Whether a text, or a long run of its words, is the source's as it was. Names may stay. */
export function isCopied(text: string, source: string): boolean {
  const said = words(text);
  const told = words(source);
  if (said.length === 0) return false;
  const isSame = said.join(' ') === told.join(' ');
  if (isSame)
    return !isName(source) && (said.length >= 4 || /[\p{Script=Han}\p{Script=Thai}]{4}/u.test(source));
  return hasLongRun(said, told);
}

function hasLongRun(said: readonly string[], told: readonly string[]): boolean {
  const runs = new Set<string>();
  for (let at = 0; at + copiedWords <= told.length; at += 1)
    runs.add(told.slice(at, at + copiedWords).join(' '));
  for (let at = 0; at + copiedWords <= said.length; at += 1) {
    if (runs.has(said.slice(at, at + copiedWords).join(' '))) return true;
  }
  return said.some((word) => word.length >= copiedSigns * 2 && isWithoutGaps(word) && told.includes(word));
}

function isWithoutGaps(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Thai}\p{M}]+$/u.test(word);
}

/** Names of things and people, short forms: all of it begins with a capital letter or has none. */
function isName(text: string): boolean {
  const all = words(text, false);
  const plain = all.filter((word) => /^\p{Ll}{3,}$/u.test(word));
  return plain.length <= Math.floor(all.length / 4) && !/[\p{Script=Han}\p{Script=Thai}]/u.test(text);
}

function words(text: string, isFolded = true): string[] {
  return (isFolded ? text.toLowerCase() : text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
