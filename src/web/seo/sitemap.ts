import type { LoaderFunctionArgs } from 'react-router';
import type { BlogReader, ListedPage, PostKind, PublishedTranslation } from '#blog/contract.ts';
import { isLocale, type Locale, locales } from '#i18n/locales.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { authorPath, categoryPath, publicPages, tagPath } from '../paths.ts';
import { fileNotFoundResponse } from '../requests/file-response.ts';
import { servicesContext } from '../services.ts';
import {
  alternateLinks,
  getPageUrls,
  type PageLocation,
  toListedPage,
  toTranslatedPage,
} from './page-urls.ts';

/** The index `/sitemap.xml`, and `/sitemap-de.xml`, `/sitemap-de-2.xml` for each language. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, publicOrigin } = context.get(servicesContext);
  const xml = await writeSitemap(blog, publicOrigin, params.name ?? '');
  if (xml === null) return fileNotFoundResponse({ request, context });
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

async function writeSitemap(blog: BlogReader, publicOrigin: string, name: string): Promise<string | null> {
  if (name === 'sitemap') return renderSitemapIndex(publicOrigin, await countPostsByLocale(blog));
  const file = parseSitemapName(name);
  if (!file || file.number > countSitemaps(await blog.countPosts(file.locale))) return null;
  const clusters = await blog.listTranslationGroups(
    file.locale,
    (file.number - 1) * postsPerSitemap,
    postsPerSitemap,
  );
  if (file.number > 1) return renderSitemap(file, publicOrigin, clusters);
  const pages = (await blog.listPages(file.locale)).map((translations) =>
    translations.filter(({ isTranslated }) => isTranslated),
  );
  return renderSitemap(file, publicOrigin, clusters, await readListedPaths(blog), pages);
}

export interface ListedPath {
  /** Without the locale prefix. */
  path: string;
  locales: Locale[];
}

async function readListedPaths(blog: BlogReader): Promise<ListedPath[]> {
  const lists = await Promise.all([
    blog.listTaxonPages('category').then((pages) => toListedPaths(pages, categoryPath)),
    blog.listTaxonPages('tag').then((pages) => toListedPaths(pages, tagPath)),
    blog.listAuthorPages().then((pages) => toListedPaths(pages, authorPath)),
  ]);
  return lists.flat();
}

function toListedPaths(pages: readonly ListedPage[], toPath: (slug: string) => string): ListedPath[] {
  return pages.map(({ slug, locales: listed }) => ({ path: toPath(slug), locales: listed }));
}

async function countPostsByLocale(blog: BlogReader): Promise<Record<Locale, number>> {
  const counts = await Promise.all(
    locales.map(async (locale) => [locale, await blog.countPosts(locale)] as const),
  );
  return Object.fromEntries(counts) as Record<Locale, number>;
}

/** The protocol allows 50 MB. A post takes up to 20 KB: ten languages with nine bytes per letter. */
export const postsPerSitemap = 2_000;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const namespaces = [
  `xmlns="${sitemapNamespace}"`,
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ');

/** The static pages, those of the owner and the lists by category, tag and author are in the first sitemap of a language. */
interface SitemapFile {
  locale: Locale;
  number: number;
}

/** At the root, because a sitemap covers only URLs below its own folder. */
function sitemapPath({ locale, number }: SitemapFile): string {
  return number === 1 ? `/sitemap-${locale}.xml` : `/sitemap-${locale}-${number}.xml`;
}

/** `name` has no extension. */
export function parseSitemapName(name: string): SitemapFile | null {
  const [, language, number = '1'] = /^sitemap-([a-z]{2})(?:-([1-9]\d{0,4}))?$/.exec(name) ?? [];
  if (!isLocale(language)) return null;
  const file = { locale: language, number: Number(number) };
  return sitemapPath(file) === `/${name}.xml` ? file : null;
}

function countSitemaps(posts: number): number {
  return Math.max(1, Math.ceil(posts / postsPerSitemap));
}

export function renderSitemapIndex(publicOrigin: string, posts: Record<Locale, number>): string {
  const entries = locales.flatMap((locale) =>
    Array.from({ length: countSitemaps(posts[locale]) }, (_, index) => {
      const path = sitemapPath({ locale, number: index + 1 });
      return `<sitemap><loc>${escapeHtml(publicOrigin + path)}</loc></sitemap>`;
    }),
  );
  return [declaration, `<sitemapindex xmlns="${sitemapNamespace}">`, ...entries, '</sitemapindex>', ''].join(
    '\n',
  );
}

export function renderSitemap(
  { locale, number }: SitemapFile,
  publicOrigin: string,
  clusters: readonly PublishedTranslation[][],
  lists: readonly ListedPath[] = [],
  customPages: readonly PublishedTranslation[][] = [],
): string {
  const pages = number === 1 ? publicPages : [];
  const entries = [
    ...pages.map((page) => renderEntry(page, locale, publicOrigin)),
    ...lists
      .filter((list) => list.locales.includes(locale))
      .map((list) => renderEntry(toListedPage(list.path, list.locales, locale), locale, publicOrigin)),
    ...customPages.flatMap((translations) => renderTranslations(translations, 'page')),
    ...clusters.flatMap((translations) => renderTranslations(translations, 'post')),
  ];
  return [declaration, `<urlset ${namespaces}>`, ...entries, '</urlset>', ''].join('\n');

  function renderTranslations(translations: readonly PublishedTranslation[], kind: PostKind): string[] {
    const indexed = translations.filter(({ isIndexed }) => isIndexed);
    const current = indexed.find((translation) => translation.locale === locale);
    return current ? [renderEntry(toTranslatedPage(indexed, kind), locale, publicOrigin, current)] : [];
  }
}

function renderEntry(
  page: PageLocation,
  locale: Locale,
  publicOrigin: string,
  post?: PublishedTranslation,
): string {
  const urls = getPageUrls(page, locale, publicOrigin);
  const links = alternateLinks(urls).map(
    ({ hrefLang, url }) =>
      `<xhtml:link rel="alternate" hreflang="${escapeHtmlAttribute(hrefLang)}" href="${escapeHtmlAttribute(url)}"/>`,
  );
  const cover = post?.featured_image_url;
  return [
    `<url><loc>${escapeHtml(urls.current.url)}</loc>`,
    ...(post ? [`<lastmod>${changedAt(post)}</lastmod>`] : []),
    ...links,
    ...(cover
      ? [`<image:image><image:loc>${escapeHtml(publicOrigin + cover)}</image:loc></image:image>`]
      : []),
    '</url>',
  ].join('\n');
}

function changedAt({ published_at, updated_at }: PublishedTranslation): string {
  return Date.parse(updated_at) > Date.parse(published_at) ? updated_at : published_at;
}
