import { existsSync, readFileSync } from 'node:fs';
import { readText } from '#database/read-seed.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { postPath } from '#web/blog/post-path.ts';
import routes from '#web/routes.ts';

export interface PublicRoute {
  /** As routes.ts has it. */
  pattern: string;
  status: 200 | 404;
  /** An address of it without the language prefix; null where it has none in this language. */
  pathIn(locale: Locale): string | null;
}

/** An address for each pattern that is more than a language and fixed words. A new one fails until it has its example here. */
const examples: Record<string, PublicRoute['pathIn']> = {
  '*': () => '/no/such/page',
  '/:locale?/blog/:slug': seededPost,
};

/** With `SEED=demo` or `SEED=welcome`: a post that is in every language as soon as its translation is in the seed. */
function seededPost(locale: Locale): string | null {
  const file = `src/database/seed/articles/save-a-threads-video/${locale}.html`;
  return existsSync(file) ? postPath(readText(locale, readFileSync(file, 'utf8')).slug) : null;
}

/** Every page a visitor can open, read from routes.ts. The administration has its own tests; files for machines (robots, sitemaps, pictures) are no pages. */
export const publicRoutes: readonly PublicRoute[] = routes
  .filter(({ file }) => file.endsWith('.tsx') && !file.startsWith('admin/'))
  .map(({ path: pattern = '' }) => {
    const fixed = pattern.replace(/^\/:locale\?/, '') || '/';
    const pathIn = examples[pattern] ?? (/[:*]/.test(fixed) ? null : () => fixed);
    if (!pathIn) throw new Error(`test/support/public-routes.ts needs an address for ${pattern}`);
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
