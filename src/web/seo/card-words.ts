import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translate.ts';

/** What a preview picture says: of a post its title, else what the site is for. */
export function cardWords(t: Translator, title?: string) {
  return {
    lang: localeTags[t.locale],
    brand: t('brand.name'),
    tagline: t('brand.tagline'),
    heading: title ?? t('hero.heading'),
  };
}
