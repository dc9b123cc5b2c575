import { existsSync, readFileSync } from 'node:fs';
import { seedAuthor } from '#database/seed/author.ts';
import { parseSeedFile } from '#database/seed.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { authorPath, blogPostPath, categoryPath, tagPath } from '#web/paths.ts';
import routes from '#web/routes.ts';

export interface PublicRoute {
  pattern: string;
  status: 200 | 404;
  /** Path without the locale prefix; null if there is none in this language. */
  pathIn(locale: Locale): string | null;
}

/** A path for each pattern with parameters. A new pattern fails until it has an example here. */
const examples: Record<string, PublicRoute['pathIn']> = {
  '*': () => '/no/such/page',
  // Owners write these pages; no seed has one.
  '/:locale?/:slug': () => null,
  '/:locale?/blog/:slug': seededPost,
  // Needs `SEED=demo`.
  '/:locale?/blog/author/:slug': () => authorPath(seedAuthor.slug),
  '/:locale?/blog/category/:slug': () => categoryPath('guides'),
  '/:locale?/blog/tag/:slug': () => tagPath('video'),
};

/** Needs `SEED=demo` or `SEED=welcome`. null until the seed has the post in this language. */
function seededPost(locale: Locale): string | null {
  const file = `src/database/seed/articles/save-a-threads-video/${locale}.html`;
  return existsSync(file) ? blogPostPath(parseSeedFile(locale, readFileSync(file, 'utf8')).slug) : null;
}

/** The admin and its previews have their own tests. robots.txt, sitemaps and images aren't pages. */
export const publicRoutes: readonly PublicRoute[] = routes
  // The home page has a route for each language.
  .filter(({ id }) => !/^home-(?!en$)/.test(id ?? ''))
  .filter(({ file }) => file.endsWith('.tsx') && !/^(?:admin|preview)\//.test(file))
  .map(({ path: pattern = '' }) => {
    const fixed = pattern.replace(/^\/:locale\?/, '') || '/';
    const pathIn = examples[pattern] ?? (/[:*]/.test(fixed) ? null : () => fixed);
    if (!pathIn) throw new Error(`test/support/public-routes.ts needs a path for ${pattern}`);
    return { pattern, status: pattern === '*' ? 404 : 200, pathIn };
  });

export interface LocalizedRoute extends Omit<PublicRoute, 'pathIn'> {
  locale: Locale;
  path: string;
}

export function routesIn(locale: Locale): LocalizedRoute[] {
  return publicRoutes.flatMap(({ pattern, status, pathIn }) => {
    const path = pathIn(locale);
    return path === null ? [] : [{ pattern, status, locale, path: localizedPath(locale, path) }];
  });
}

export const everyPublicPage: readonly LocalizedRoute[] = locales.flatMap(routesIn);
