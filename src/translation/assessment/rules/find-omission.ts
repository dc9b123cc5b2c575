import type { Locale } from '#i18n/locales.ts';
import { lengthRatios } from '../../length-ratios.ts';
import { splitSentences } from './split-sentences.ts';

/** Of the expected length. Several sentences can be merged, but not their words. */
const minSentenceRatio = 0.75;
const maxSentenceRatio = 1.5;
/** Where only one of the texts has signs at the end of sentences, unlike Thai. */
const minUnsegmentedRatio = 0.55;
/** Of all words. */
const maxUniqueWords = 0.8;
/** In English characters. */
const minDifference = 30;

/** Says words several times, which a translation can join: "Bread needs time. Bread needs warmth." */
function isRepetitive(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return new Set(words).size < words.length * maxUniqueWords;
}

/** Fewer sentences, and too short for having merged them; or the reverse. */
export function findOmission(
  text: string,
  to: Locale,
  source: string,
  from: Locale,
): 'omission' | 'addition' | null {
  const length = text.length / lengthRatios[to];
  const expected = source.length / lengthRatios[from];
  if (Math.abs(expected - length) < minDifference) return null;
  const sourceCount = splitSentences(source, from).length;
  const textCount = splitSentences(text, to).length;
  if (to === 'th' || from === 'th') {
    const isShort = Math.max(sourceCount, textCount) > 1 && length < expected * minUnsegmentedRatio;
    return isShort ? 'omission' : null;
  }
  const ratio = isRepetitive(source) ? minUnsegmentedRatio : minSentenceRatio;
  if (textCount < sourceCount) return length < expected * ratio ? 'omission' : null;
  return textCount > sourceCount && length > expected * maxSentenceRatio ? 'addition' : null;
}
