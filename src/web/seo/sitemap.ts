import type { Sibling } from '#blog/contract.ts';
import { isLocale, type Locale, locales } from '#i18n/locales.ts';
import { postPlace } from '../blog/post-place.ts';
import { alternatesOf, type PagePlace, pageAddresses } from './page-addresses.ts';
import { publicPages } from './public-pages.ts';

/**
 * Posts in one sitemap. The protocol allows 50,000 addresses and 50 MB: with ten languages of long slugs in scripts
 * that take nine bytes a letter, a post is 20 KB.
 */
export const postsPerSitemap = 2_000;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const namespaces = [
  `xmlns="${sitemapNamespace}"`,
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ');

/** One sitemap of a language; its pages are in the first. */
export interface SitemapFile {
  locale: Locale;
  /** From 1. */
  number: number;
}

/** At the root, since a sitemap speaks only for addresses below its own: `/sitemap-de.xml`, `/sitemap-de-2.xml`. */
function sitemapPath({ locale, number }: SitemapFile): string {
  return number === 1 ? `/sitemap-${locale}.xml` : `/sitemap-${locale}-${number}.xml`;
}

/** The file of a name without its ending; null where no file has such a name, however many posts there are. */
export function sitemapNamed(name: string): SitemapFile | null {
  const [, language, number = '1'] = /^sitemap-([a-z]{2})(?:-([1-9]\d{0,4}))?$/.exec(name) ?? [];
  if (!isLocale(language)) return null;
  const file = { locale: language, number: Number(number) };
  return sitemapPath(file) === `/${name}.xml` ? file : null;
}

/** Sitemaps of a language with so many posts: at least one, for the pages. */
export function sitemapsFor(posts: number): number {
  return Math.max(1, Math.ceil(posts / postsPerSitemap));
}

/** The list of all sitemaps; `posts` counts those of each language. */
export function sitemapIndex(publicOrigin: string, posts: Record<Locale, number>): string {
  const entries = locales.flatMap((locale) =>
    Array.from({ length: sitemapsFor(posts[locale]) }, (_, index) => {
      const path = sitemapPath({ locale, number: index + 1 });
      return `<sitemap><loc>${escapeXml(publicOrigin + path)}</loc></sitemap>`;
    }),
  );
  return [declaration, `<sitemapindex xmlns="${sitemapNamespace}">`, ...entries, '</sitemapindex>', ''].join(
    '\n',
  );
}

/** One sitemap with its posts, each given as all published posts of its article. */
export function sitemapOf(
  { locale, number }: SitemapFile,
  publicOrigin: string,
  clusters: readonly Sibling[][],
): string {
  const pages = number === 1 ? publicPages : [];
  const entries = [
    ...pages.map((page) => entryOf(page, locale, publicOrigin)),
    ...clusters.flatMap((siblings) => {
      const own = siblings.find((sibling) => sibling.locale === locale);
      return own ? [entryOf(postPlace(siblings), locale, publicOrigin, own)] : [];
    }),
  ];
  return [declaration, `<urlset ${namespaces}>`, ...entries, '</urlset>', ''].join('\n');
}

/** An address with its whole cluster; of a post also when it was last changed, and its cover. */
function entryOf(place: PagePlace, locale: Locale, publicOrigin: string, post?: Sibling): string {
  const addresses = pageAddresses(place, locale, publicOrigin);
  const links = alternatesOf(addresses).map(
    ({ hrefLang, url }) =>
      `<xhtml:link rel="alternate" hreflang="${escapeXml(hrefLang)}" href="${escapeXml(url)}"/>`,
  );
  const cover = post?.featured_image_url;
  return [
    `<url><loc>${escapeXml(addresses.own.url)}</loc>`,
    ...(post ? [`<lastmod>${changedAt(post)}</lastmod>`] : []),
    ...links,
    ...(cover
      ? [`<image:image><image:loc>${escapeXml(publicOrigin + cover)}</image:loc></image:image>`]
      : []),
    '</url>',
  ].join('\n');
}

function changedAt({ published_at, updated_at }: Sibling): string {
  return Date.parse(updated_at) > Date.parse(published_at) ? updated_at : published_at;
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
