import type { Locale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';

export const feedFormats = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

export const feedInfo: Record<FeedFormat, { name: string; path: string; type: string }> = {
  rss: { name: 'RSS', path: '/feed.xml', type: 'application/rss+xml' },
  atom: { name: 'Atom', path: '/atom.xml', type: 'application/atom+xml' },
  json: { name: 'JSON Feed', path: '/feed.json', type: 'application/feed+json' },
};

export function feedPath(locale: Locale, format: FeedFormat): string {
  return localizedPath(locale, feedInfo[format].path);
}
