import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';

export function shareCardText(t: Translator, title?: string) {
  return {
    lang: localeTags[t.locale],
    brand: t('brand.name'),
    tagline: t('brand.tagline'),
    heading: title ?? t('hero.heading'),
  };
}
