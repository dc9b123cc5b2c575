import type { Locale } from '#i18n/locales.ts';

/** Approximate text length relative to English; combining marks count. */
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
/** Allowance for short texts, in English characters. */
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
