import { type Locale, localeNames } from '#i18n/locales.ts';

/** The languages of posts as the administration names them. */
export const postLocaleNames: Record<Locale, string> = { ...localeNames, id: 'Bahasa' };
