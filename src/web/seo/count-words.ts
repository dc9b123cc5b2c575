import { type Locale, localeTags } from '#i18n/locales.ts';

const segmenters = new Map<Locale, Intl.Segmenter>();

/** Counts words of sanitized HTML. Chinese and Thai have no spaces between words, hence the segmenter. */
export function countArticleWords(locale: Locale, html: string): number {
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(localeTags[locale], { granularity: 'word' });
  segmenters.set(locale, segmenter);
  const text = html.replace(/<(?:"[^"]*"|[^">])*>/g, ' ').replace(/&[a-z0-9#]+;/gi, ' ');
  return Array.from(segmenter.segment(text)).filter((part) => part.isWordLike).length;
}
