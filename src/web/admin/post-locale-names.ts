import { type Locale, localeNames } from '#i18n/locales.ts';

export const postLanguageNames: Record<Locale, string> = { ...localeNames, id: 'Bahasa' };
