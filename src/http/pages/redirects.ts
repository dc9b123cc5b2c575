import type { RedirectTarget } from '#blog/contract.ts';
import { isConnectionError } from '#database/database-errors.ts';
import { defaultLocale, isLocale } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { formatPostLink, parsePostPath } from '#threads/post-links.ts';
import { toPath } from '#web/paths.ts';
import { noStoreHeaders } from '#web/request-contract.ts';
import type { AppContext, Services, WebHandler } from '../context.ts';

interface RedirectsOptions {
  services: Pick<Services, 'blog'>;
  web: WebHandler;
  publicOrigin: string;
  staticFile: (path: string) => unknown;
}

const redirectHeaders = (location: string) => ({ location, 'cache-control': 'public, max-age=3600' });

/** The home page of WordPress without permalinks. No page of this site has such a query. */
const idQuery = /^\?(?:.*&)?(?:p|page_id)=\d/;

/** From the addresses of imported posts, links in the path, and other spellings of a path. */
export function createRedirects({ services, web, publicOrigin, staticFile }: RedirectsOptions) {
  /** Null also without the database: the page needs none. */
  async function redirectFormer(context: AppContext, address: string): Promise<Response | null> {
    try {
      const target = await services.blog.findRedirect(address);
      return target && respond(context, target);
    } catch (error) {
      if (isConnectionError(error)) return null;
      throw error;
    }
  }

  /** In one step, for an address whose canonical form has no page either. */
  async function redirectFormerSpelling(context: AppContext, canonical: string): Promise<Response | null> {
    const response = await redirectFormer(context, canonical);
    if (response === null || staticFile(canonical.split('?', 1)[0] ?? '')) return null;
    const page = await web(new Request(publicOrigin + canonical));
    await page.body?.cancel();
    return page.status === 404 ? response : null;
  }

  return {
    /** For an address that has no page. */
    redirectFormer,
    /** Null if the address is canonical. */
    async redirect(context: AppContext, url: URL): Promise<Response | null> {
      const address = url.pathname + url.search;
      const pageWithPost = threadsPathRedirect(url);
      const former = pageWithPost || idQuery.test(url.search) ? await redirectFormer(context, address) : null;
      if (former) return former;
      const pageWithLink = pageWithPost ?? postLinkRedirect(url);
      if (pageWithLink) return context.body(null, 302, { location: pageWithLink, ...noStoreHeaders });
      const canonical = canonicalPath(url);
      if (canonical === null) return null;
      const formerSpelling = await redirectFormerSpelling(context, canonical);
      return formerSpelling ?? context.body(null, 308, redirectHeaders(canonical));
    },
  };
}

function respond(context: AppContext, { kind, locale, slug }: RedirectTarget): Response {
  return context.body(null, 301, redirectHeaders(localizedPath(locale, toPath(kind, slug))));
}

/** Null if `url` is canonical. The result starts with exactly one slash, so it can't name another host. */
export function canonicalPath(url: URL): string | null {
  const segments = url.pathname.split(/[/\\]/).filter((segment) => segment !== '');
  if (containsUrl(segments)) return null;
  const [first = '', second = ''] = segments;
  const prefix = first.toLowerCase();
  if (isLocale(prefix)) {
    // `/en/de` must stay a 404 and not become the German page.
    const omitsPrefix = prefix === defaultLocale && !isLocale(second.toLowerCase());
    segments.splice(0, 1, ...(omitsPrefix ? [] : [prefix]));
  }
  const path = `/${segments.join('/')}`;
  return path === url.pathname ? null : path + url.search;
}

/** With or without its scheme. A proxy may have merged the two slashes. */
const threadsUrlPath = /^(?:https?:\/{1,2})?((?:www\.)?threads\.(?:net|com)\/.*)$/is;
const maxLinkLength = 2_000;

/** Maps `/https://www.threads.com/@u/post/C`, with or without a locale prefix, to `/?url=…`. */
export function postLinkRedirect(url: URL): string | null {
  const { page, path } = splitPath(url);
  const link = threadsUrlPath.exec(path)?.[1];
  if (link === undefined) return null;
  return `${page}?url=${encodeURIComponent(toWellFormed(`https://${link}${url.search}`))}`;
}

/** `/post/` and `/share/` are more likely addresses of a blog. */
const threadsPostPath = /^(?:@[^/]+\/(?:post|video)|t)\/(?:[\w-]{11}|[\w-]{39})(?:\/|$)/i;

/** Maps `/@u/post/C` and `/t/C`, as if this host had replaced that of Threads, to `/?url=…`. */
export function threadsPathRedirect(url: URL): string | null {
  const { page, path } = splitPath(url);
  const link = threadsPostPath.test(path) ? parsePostPath(path) : null;
  return link && `${page}?url=${encodeURIComponent(formatPostLink(link))}`;
}

/** The home page of the path's language, and the decoded path without its locale prefix and first slashes. */
function splitPath(url: URL): { page: string; path: string } {
  const path = decode(url.pathname)?.replace(/^\/+/, '') ?? '';
  const slash = path.indexOf('/');
  const first = path.slice(0, Math.max(slash, 0)).toLowerCase();
  if (!isLocale(first)) return { page: '/', path };
  return { page: first === defaultLocale ? '/' : `/${first}`, path: path.slice(slash).replace(/^\/+/, '') };
}

/** A path that contains a URL is not a variant of a page path, so it must not be canonicalized. */
function containsUrl(segments: readonly string[]): boolean {
  return segments.slice(0, 2).some((segment) => /^https?:$/i.test(segment));
}

function toWellFormed(link: string): string {
  return link.slice(0, maxLinkLength).replace(/[\uD800-\uDBFF]$/, '');
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
