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

export function preferredLocale(acceptLanguage: string | null | undefined): Locale {
  const languageRanges = (acceptLanguage ?? '')
    .slice(0, 400)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of languageRanges) {
    const name = language === 'in' ? 'id' : language;
    if (isLocale(name)) return name;
  }
  return defaultLocale;
}
