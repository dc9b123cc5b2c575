import { type Locale, locales } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import routes from '#web/routes.ts';

export interface PublicRoute {
  /** As routes.ts has it. */
  pattern: string;
  /** An address of it in English. */
  path: string;
  status: 200 | 404;
}

/** An address for each pattern that is more than a language and fixed words. A new one fails until it has its example here. */
const examples: Record<string, string> = { '*': '/no/such/page' };

/** Every page a visitor can open, read from routes.ts. Files for machines (robots, sitemaps, pictures) are no pages. */
export const publicRoutes: readonly PublicRoute[] = routes
  .filter(({ file }) => file.endsWith('.tsx'))
  .map(({ path: pattern = '' }) => {
    const path = examples[pattern] ?? (pattern.replace(/^\/:locale\?/, '') || '/');
    if (/[:*]/.test(path)) throw new Error(`test/support/public-routes.ts needs an address for ${pattern}`);
    return { pattern, path, status: pattern === '*' ? 404 : 200 };
  });

export interface LocalizedRoute extends PublicRoute {
  locale: Locale;
}

export function routesIn(locale: Locale): LocalizedRoute[] {
  return publicRoutes.map((route) => ({ ...route, locale, path: localizedPath(locale, route.path) }));
}

export const everyPublicPage: readonly LocalizedRoute[] = locales.flatMap(routesIn);
