import { type Locale, localeTags } from '#i18n/locales.ts';

const segmenters = new Map<Locale, Intl.Segmenter>();

/** Words of sound HTML, as the language divides them: Chinese and Thai write none of their borders. */
export function countWords(locale: Locale, html: string): number {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  segmenters.set(locale, segmenter);
  const text = html.replace(/<(?:"[^"]*"|[^">])*>/g, ' ').replace(/&[a-z0-9#]+;/gi, ' ');
  return Array.from(segmenter.segment(text)).filter((part) => part.isWordLike).length;
}
