import { locales } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { blogPostPath } from '#web/paths.ts';
import {
  clientNetworkHeader,
  otherOriginHeader,
  type RetryableErrorCode,
  rateLimitedHeader,
} from '#web/request-contract.ts';
import type { AppContext, Services, WebHandler } from '../context.ts';
import { storageRetrySeconds } from '../contract.ts';
import { isOwnOrigin, isSameOriginWrite } from '../middleware/same-origin.ts';
import { countRequest, type LimitGroup, rateLimitHeaders, slotRetrySeconds } from '../request-limits.ts';
import {
  type CachedResponse,
  compressResponse,
  needsCompression,
  respondCached,
  respondUncached,
} from '../responses/cached-response.ts';
import { errorResponse } from '../responses/error-response.ts';
import { createPageCache, isPublicPage, readPage } from './page-cache.ts';

export interface PagesOptions {
  web: WebHandler;
  services: Pick<Services, 'onBlogChange' | 'settings' | 'metrics' | 'log'>;
  /** Set in development, where nothing is cached. */
  front?: unknown;
}

/** Each page number has exactly one spelling. */
const cacheableQuery = /^(\?page=([2-9]|[1-9]\d{1,3}))?$/;

/** Sitemaps and feeds may cover all languages, whatever their path. */
const filePattern = /\.\w+$/;

/** Their heads link the languages that have posts. */
const collectionPattern = /^\/blog\/[^/]+\/./;

/** A page with a query may be personal, so shared caches must not store it. */
const queriedCacheControl = 'private, no-cache';

export type Pages = ReturnType<typeof createPages>;

export function createPages({ web, services, front }: PagesOptions) {
  const isCaching = front === undefined;
  const cache = createPageCache({
    now: () => performance.now(),
    onError: (error) => services.log.error({ error }, 'page could not be refreshed'),
  });
  services.onBlogChange(({ locales, siblings = [] }) =>
    cache.invalidate(
      locales,
      siblings.map(({ locale, slug }) => localizedPath(locale, blogPostPath(slug))),
    ),
  );
  services.settings.onChange(() => cache.invalidate(locales));

  async function handle(context: AppContext): Promise<Response> {
    const { method } = context.req;
    const request = toPageRequest(context);
    if (request === null) return rejectForm(context);
    const { pathname, search } = new URL(request.url);
    request.headers.set(clientNetworkHeader, context.var.client.network);
    if (isAdminPath(pathname)) return handleAdmin(context, request);
    // Public pages must not depend on a session.
    request.headers.delete('cookie');
    if (method === 'POST') return handleForm(context, request);
    if ((method !== 'GET' && method !== 'HEAD') || !isCaching) return web(request);
    if (cacheableQuery.test(search)) {
      const { locale: pageLocale, path } = splitLocale(pathname);
      const locale = filePattern.test(pathname) || collectionPattern.test(path) ? null : pageLocale;
      // Without the signal: other requests may wait for this render when the first client disconnects.
      const sharedRequest = new Request(request.url, { headers: request.headers });
      sharedRequest.headers.delete(clientNetworkHeader);
      services.metrics.recordPageCache(cache.get(pathname + search) !== undefined);
      const found = await cache.find(pathname + search, locale, () => web(sharedRequest));
      if (found instanceof Response) return found;
      if (!needsCompression(found)) return respondCached(context, found);
      // Weak, because the stored page will have other bytes.
      const headers = { ...found.headers, etag: `W/${found.headers.etag}` };
      return respondUncached(context, { ...found, headers });
    }
    const limitResponse = await countRequest(context, 'search');
    if (limitResponse) return limitResponse;
    const page = await web(new Request(request, { method: 'GET' }));
    return isPublicPage(page) ? respondUncached(context, await readPage(page, queriedCacheControl)) : page;
  }

  /** Rate-limited forms are still rendered, with the wait time in a header for the action. */
  async function handleForm(context: AppContext, request: Request): Promise<Response> {
    const { limits, extractionLimit } = context.var;
    const client = context.var.client.network;
    const group: LimitGroup = isContactPath(new URL(request.url).pathname) ? 'contact' : 'extractions';
    const result = await limits.consume(group, client);
    const release = result.isAllowed && group === 'extractions' ? extractionLimit.acquire(client) : null;
    const isFull = typeof release === 'string';
    request.headers.delete(rateLimitedHeader);
    if (!result.isAllowed) request.headers.set(rateLimitedHeader, `${result.resetSeconds} limit.reached`);
    if (isFull) {
      const code: RetryableErrorCode = release === 'client' ? 'limit.reached' : 'server.busy';
      request.headers.set(rateLimitedHeader, `${slotRetrySeconds} ${code}`);
    }
    try {
      const page = await web(request);
      const limitStatus = release === 'all' ? 503 : 429;
      const status = result.isAllowed && !isFull ? page.status : limitStatus;
      const response = new Response(page.body, { status, headers: page.headers });
      for (const [name, value] of Object.entries(rateLimitHeaders(group, result)))
        response.headers.set(name, value);
      if (isFull) response.headers.set('retry-after', String(slotRetrySeconds));
      return response;
    } finally {
      if (typeof release === 'function') release();
    }
  }

  /** A browser shows what it gets for a form, so it gets a page. */
  async function rejectForm(context: AppContext): Promise<Response> {
    const { headers, url } = context.req.raw;
    if (!headers.get('accept')?.includes('text/html')) return errorResponse(context, 'request.foreign');
    const { pathname } = new URL(url);
    const isAdmin = isDecodable(pathname) && isAdminPath(pathname);
    const path = isAdmin ? '/admin/sign-in' : localizedPath(splitLocale(pathname).locale, '/');
    const page = await web(
      new Request(context.var.publicOrigin + path, {
        headers: { 'accept-language': headers.get('accept-language') ?? '', [otherOriginHeader]: 'yes' },
      }),
    );
    const response = new Response(page.body, page);
    response.headers.set('cache-control', 'private, no-store');
    return response;
  }

  async function handleAdmin(context: AppContext, request: Request): Promise<Response> {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (isWrite && !isSameOriginWrite(context.req.raw.headers, context.var.publicOrigin))
      return rejectForm(context);
    const page = await web(request);
    const response = new Response(page.body, page);
    response.headers.set('cache-control', 'private, no-store');
    response.headers.set('x-robots-tag', 'noindex');
    // A token in the address stays out of the requests of its page, and so out of the logs of proxies.
    if (new URL(request.url).searchParams.has('token'))
      response.headers.set('referrer-policy', 'strict-origin');
    if (page.status === 503) response.headers.set('retry-after', String(storageRetrySeconds));
    // Of a page that another site requested or sent text to, the compressed length could reveal secrets.
    const site = request.headers.get('sec-fetch-site');
    const canCompress = !isWrite && (site === 'same-origin' || site === 'none');
    return canCompress ? compressResponse(context, response) : response;
  }
  return {
    handle,
    cached(target: string, acceptsStale: boolean): CachedResponse | undefined {
      const page = cache.get(target, acceptsStale);
      // `handle` compresses it quickly until it is compressed well.
      if (page && !acceptsStale && needsCompression(page)) return undefined;
      if (page) services.metrics.recordPageCache(true);
      return page;
    },
  };
}

/** Matches every spelling that the router treats as the same. */
function isAdminPath(pathname: string): boolean {
  return /^\/admin(\/|\.|$)/i.test(decodeURIComponent(pathname));
}

function isContactPath(pathname: string): boolean {
  return /(^|[/\\])contact[/\\]*(_?\.data[/\\]*)?$/i.test(decodeURIComponent(pathname));
}

/** Null for a cross-origin request. The URL gets the configured origin, whatever Host was sent. */
function toPageRequest(context: AppContext): Request | null {
  const { raw, method } = context.req;
  const { publicOrigin } = context.var;
  const { pathname, search } = new URL(raw.url);
  const headers = new Headers(raw.headers);
  const origin = headers.get('origin');
  // The pages of a shared link have the policy `no-referrer`, and so their forms send `null`.
  const isHidden = origin === 'null' && headers.get('sec-fetch-site') === 'same-origin';
  if (origin !== null && !isHidden && !isOwnOrigin(origin, headers, publicOrigin)) return null;
  if (origin !== null) headers.set('origin', publicOrigin);
  headers.delete(otherOriginHeader);
  const url =
    publicOrigin + (isDecodable(pathname) ? pathname.replace(/^\/{2,}/, '/') : '/undecodable') + search;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, {
    method,
    headers,
    signal: raw.signal,
    ...(hasBody && raw.body && { body: raw.body, duplex: 'half' }),
  });
}

/** The router logs a warning that quotes any path it can't decode. */
function isDecodable(pathname: string): boolean {
  try {
    // The bundler removes a call whose result is unused, and the URIError with it.
    return decodeURIComponent(pathname) !== '';
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
