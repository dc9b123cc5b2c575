import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translate.ts';

/** What the preview picture of a language says. */
export function cardWords(t: Translator) {
  return {
    lang: localeTags[t.locale],
    brand: t('brand.name'),
    tagline: t('brand.tagline'),
    heading: t('hero.heading'),
  };
}
