import type { Locale } from '#i18n/locales.ts';

/** Letters that say the same as one English letter, about; marks above and below count as letters. */
const breadth: Record<Locale, number> = {
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
const least = 0.45;
const most = 2.1;
/** English letters more or less: short texts vary. */
const play = 30;

/** Whether a translation is about as long as its source lets expect. Without its language, with more play. */
export function hasLengthOf(text: string, to: Locale, source: string, from: Locale | null): boolean {
  const said = text.trim().length / breadth[to];
  const told = source.trim().length;
  const guess = from ?? (/[\p{Script=Han}]/u.test(source) ? 'zh' : 'en');
  const expected = told / breadth[guess];
  const slack = from === null ? 1.3 : 1;
  return said >= (expected * least) / slack - play && said <= expected * most * slack + play;
}
