import { type Locale, locales } from '#i18n/locales.ts';
import { alternatesOf, pageAddresses } from './page-addresses.ts';
import { publicPages } from './public-pages.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** `/sitemap-de.xml`: at the root, since a sitemap speaks only for addresses below its own. */
const sitemapPath = (locale: Locale) => `/sitemap-${locale}.xml`;

/** The list of the ten sitemaps. */
export function sitemapIndex(publicOrigin: string): string {
  const entries = locales.map(
    (locale) => `<sitemap><loc>${escapeXml(publicOrigin + sitemapPath(locale))}</loc></sitemap>`,
  );
  return [declaration, `<sitemapindex xmlns="${sitemapNamespace}">`, ...entries, '</sitemapindex>', ''].join(
    '\n',
  );
}

/** Every public page of one language, each with its translations. */
export function sitemapOf(locale: Locale, publicOrigin: string): string {
  const entries = publicPages.map((page) => {
    const addresses = pageAddresses(page, locale, publicOrigin);
    const links = alternatesOf(addresses).map(
      ({ hrefLang, url }) =>
        `<xhtml:link rel="alternate" hreflang="${escapeXml(hrefLang)}" href="${escapeXml(url)}"/>`,
    );
    return [`<url><loc>${escapeXml(addresses.own.url)}</loc>`, ...links, '</url>'].join('\n');
  });
  const open = `<urlset xmlns="${sitemapNamespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`;
  return [declaration, open, ...entries, '</urlset>', ''].join('\n');
}

/** The language of a sitemap's file name without its ending; null where there is no such file. */
export function sitemapLocale(name: string): Locale | null {
  return locales.find((locale) => sitemapPath(locale) === `/${name}.xml`) ?? null;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
