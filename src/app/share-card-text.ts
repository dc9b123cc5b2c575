import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { deriveAccentPalettes } from '#settings/accent-color.ts';
import type { SiteSettings } from '#settings/contract.ts';

type Settings = Pick<SiteSettings, 'taglines' | 'accentColor'>;

/** Without a title, the card is for the site. */
export function shareCardText(t: Translator, { taglines, accentColor }: Settings, title?: string) {
  return {
    lang: localeTags[t.locale],
    brand: t('brand.name'),
    tagline: taglines[t.locale] || t('brand.tagline'),
    heading: title ?? t('hero.heading'),
    ...(accentColor !== null && { colors: deriveAccentPalettes(accentColor).light }),
  };
}
