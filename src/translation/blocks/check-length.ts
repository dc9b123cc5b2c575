import type { Locale } from '#i18n/locales.ts';
import { localeTags } from '#i18n/locales.ts';

/** Approximate, relative to English. Combining marks count. */
const lengthRatios: Record<Locale, number> = {
  en: 1,
  es: 1.15,
  pt: 1.1,
  fr: 1.2,
  de: 1.17,
  it: 1.12,
  zh: 0.35,
  vi: 1.07,
  id: 1.14,
  th: 0.88,
};
const minRatio = 0.45;
const maxRatio = 2.1;
/** In English characters, for short texts. */
const tolerance = 30;

export function hasPlausibleLength(text: string, to: Locale, source: string, from: Locale | null): boolean {
  const textLength = text.trim().length / lengthRatios[to];
  const guess = from ?? (/[\p{Script=Han}]/u.test(source) ? 'zh' : 'en');
  const expected = source.trim().length / lengthRatios[guess];
  const slack = from === null ? 1.3 : 1;
  return (
    textLength >= (expected * minRatio) / slack - tolerance &&
    textLength <= expected * maxRatio * slack + tolerance
  );
}

const segmenters = new Map<Locale, Intl.Segmenter>();

export function splitSentences(text: string, locale: Locale): string[] {
  const segmenter =
    segmenters.get(locale) ?? new Intl.Segmenter(localeTags[locale], { granularity: 'sentence' });
  segmenters.set(locale, segmenter);
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** Of the expected length. Several sentences can be merged, but not their words. */
const minSentenceRatio = 0.75;
const maxSentenceRatio = 1.5;
/** Where only one of the texts has signs at the end of sentences, unlike Thai. */
const minUnsegmentedRatio = 0.55;
/** In English characters. */
const minMissing = 30;

/** False if there are fewer sentences and the text is too short for having merged them, or the reverse. */
export function hasSameSentences(text: string, to: Locale, source: string, from: Locale): boolean {
  const length = text.length / lengthRatios[to];
  const expected = source.length / lengthRatios[from];
  if (Math.abs(expected - length) < minMissing) return true;
  const sourceCount = splitSentences(source, from).length;
  const textCount = splitSentences(text, to).length;
  if (to === 'th' || from === 'th')
    return Math.max(sourceCount, textCount) < 2 || length >= expected * minUnsegmentedRatio;
  if (textCount < sourceCount) return length >= expected * minSentenceRatio;
  return textCount <= sourceCount || length <= expected * maxSentenceRatio;
}
