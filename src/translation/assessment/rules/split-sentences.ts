import { type Locale, localeTags } from '#i18n/locales.ts';
import type { TextSpan } from '../../assessment-contract.ts';

export interface Sentence extends TextSpan {
  text: string;
}

const segmenters = new Map<Locale, Intl.Segmenter>();

/** Those with letters, without the space around them. */
export function splitSentences(text: string, locale: Locale): Sentence[] {
  const segmenter =
    segmenters.get(locale) ?? new Intl.Segmenter(localeTags[locale], { granularity: 'sentence' });
  segmenters.set(locale, segmenter);
  return [...segmenter.segment(text)].flatMap(({ segment, index }) => {
    const sentence = segment.trim();
    const start = index + segment.indexOf(sentence);
    return /\p{L}/u.test(sentence) ? [{ text: sentence, start, end: start + sentence.length }] : [];
  });
}
