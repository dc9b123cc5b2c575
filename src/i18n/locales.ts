/** English is the default and has no path prefix. */
export const locales = ['en', 'es', 'pt', 'fr', 'de', 'it', 'zh', 'vi', 'id', 'th'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en';

export const localeNames: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  zh: '中文',
  vi: 'Tiếng Việt',
  id: 'Bahasa Indonesia',
  th: 'ไทย',
};

/** BCP 47 tags for `lang`, hreflang and Intl. */
export const localeTags: Record<Locale, string> = {
  en: 'en',
  es: 'es',
  pt: 'pt',
  fr: 'fr',
  de: 'de',
  it: 'it',
  zh: 'zh-Hans',
  vi: 'vi',
  id: 'id',
  th: 'th',
};

export function isLocale(text: string | undefined): text is Locale {
  return text !== undefined && (locales as readonly string[]).includes(text);
}
