import { defaultSiteName } from '#i18n/translator.ts';
import type { SiteSettings } from '#settings/contract.ts';

/** What every page shows of the owner's settings, in the language of the page. */
export interface Appearance
  extends Pick<
    SiteSettings,
    'siteName' | 'logo' | 'icon' | 'defaultTheme' | 'replyHours' | 'messageDays' | 'socialLinks'
  > {
  /** null for the message. */
  tagline: string | null;
  /** The URL of the stylesheet with the accent color. */
  stylesheet: string | null;
}

export const defaultAppearance: Appearance = {
  siteName: defaultSiteName,
  tagline: null,
  logo: null,
  icon: null,
  stylesheet: null,
  defaultTheme: 'system',
  replyHours: 24,
  messageDays: 90,
  socialLinks: [],
};

/** For the attribute `data-site` of the page: what differs from the default, if anything does. */
export function serializeAppearance(appearance: Appearance): string | undefined {
  const changed = Object.entries(appearance).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultAppearance[name as keyof Appearance]),
  );
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : undefined;
}

/** Of a page that the server has rendered. */
export function readAppearance(): Appearance {
  const { site } = document.documentElement.dataset;
  return site === undefined ? defaultAppearance : { ...defaultAppearance, ...JSON.parse(site) };
}
