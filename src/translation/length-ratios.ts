import type { Locale } from '#i18n/locales.ts';

/** Characters that a text takes in each language, relative to English. Approximate. Combining marks count. */
export const lengthRatios: Record<Locale, number> = {
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
