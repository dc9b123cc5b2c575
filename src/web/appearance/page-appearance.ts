import type { Locale } from '#i18n/locales.ts';
import type { SiteSettings } from '#settings/contract.ts';
import { themeStylesheetPath } from '../theme-stylesheet.ts';
import type { Appearance } from './appearance.ts';

export function getAppearance(settings: SiteSettings, locale: Locale): Appearance {
  const { siteName, taglines, logo, icon, accentColor, defaultTheme, replyHours, messageDays, socialLinks } =
    settings;
  return {
    siteName,
    tagline: taglines[locale] || null,
    logo,
    icon,
    stylesheet: accentColor === null ? null : themeStylesheetPath(accentColor),
    defaultTheme,
    replyHours,
    messageDays,
    socialLinks,
  };
}
