import type { Context } from 'hono';
import type { ConcurrencyGate } from '#platform/concurrency-gate.ts';
import type { Services } from '#services.ts';
import type { CallGroup } from './call-limits.ts';
import { localeOf } from './canonical-address.ts';
import { createClientNetwork, incomingOf } from './client-network.ts';
import { type ForNowErrorCode, limitedHeader, networkHeader, unwritableSeconds } from './contract.ts';
import { createCallLimiter, limitHeaders } from './limit-calls.ts';
import { isOwnOrigin, isOwnWrite } from './own-origin.ts';
import { createPageCache, isPublicPage, storePage } from './page-cache.ts';
import { createReadingGate, placeSeconds } from './reading-gate.ts';
import { refusalOf } from './refusal.ts';
import { type Stored, sendStored } from './send-stored.ts';

export type WebHandler = (request: Request) => Promise<Response>;

export interface PagesOptions {
  web: WebHandler;
  publicOrigin: string;
  trustedProxies: readonly string[];
  services: Pick<
    Services,
    'accounts' | 'preferredLocale' | 'wordError' | 'localePrefixes' | 'onBlogChange' | 'postPath' | 'limits'
  > & {
    measures: Pick<Services['measures'], 'pageAsked'>;
  };
  /** In development the build tool stands in front, and nothing is remembered. */
  front?: unknown;
}

/** Pages that are kept may be asked for by number; each number has one spelling. */
const keptQuery = /^(\?page=([2-9]|[1-9]\d{1,3}))?$/;

/** A file for programs may speak of every language, whatever its path. */
const filePattern = /\.\w+$/;

/** What depends on a query may be personal, so only its own visitor's browser keeps it. */
const queriedCacheControl = 'private, no-cache';

export interface Pages {
  answer(context: Context): Promise<Response>;
  /** The page kept under this path and query as a visitor's request writes them. */
  kept(target: string): Stored | undefined;
  /** Who has a post read now, by a form or by a call. */
  reading: ConcurrencyGate;
}

/** Public pages are rendered once a minute, or when the blog has changed; everything else goes through. */
export function createPages({ web, publicOrigin, trustedProxies, services, front }: PagesOptions): Pages {
  const isRemembering = front === undefined;
  const clientNetwork = createClientNetwork(trustedProxies);
  const limiter = createCallLimiter(services, trustedProxies);
  const cache = createPageCache();
  const reading = createReadingGate(services.limits.scale);
  services.onBlogChange(({ locales, siblings = [] }) =>
    cache.forget(
      locales,
      siblings.map(({ locale, slug }) => services.postPath(locale, slug)),
    ),
  );

  async function answer(context: Context): Promise<Response> {
    const { method } = context.req;
    const request = rootedRequest(context, publicOrigin);
    if (request === null) {
      return context.json(refusalOf(services, context.req.header('accept-language'), 'request.foreign'), 403);
    }
    const { pathname, search } = new URL(request.url);
    if (isAdminPath(pathname)) return answerAdmin(context, request);
    // What is kept for all can not know one of them.
    request.headers.delete('cookie');
    if (method === 'POST') return answerForm(context, request);
    if ((method !== 'GET' && method !== 'HEAD') || !isRemembering) return web(request);
    if (keptQuery.test(search)) {
      const locale = filePattern.test(pathname) ? null : localeOf(pathname, services.localePrefixes);
      // Others may wait for the same page, so it does not end with the visitor who asked first.
      const lasting = new Request(request.url, { headers: request.headers });
      services.measures.pageAsked(cache.kept(pathname + search) !== undefined);
      const found = await cache.find(pathname + search, locale, () => web(lasting));
      return found instanceof Response ? found : sendStored(context, found);
    }
    const refused = await limiter.count(context, 'search');
    if (refused) return refused;
    const page = await web(new Request(request, { method: 'GET' }));
    return isPublicPage(page) ? sendStored(context, await storePage(page, queriedCacheControl)) : page;
  }

  /** A form of a visitor: one that comes too often is told so, and its page says it in words. */
  async function answerForm(context: Context, request: Request): Promise<Response> {
    const client = clientNetwork(incomingOf(context));
    const group: CallGroup = isContactPath(new URL(request.url).pathname) ? 'contact' : 'extractions';
    const taken = await services.limits.take(group, client);
    const leave = taken.isAllowed && group === 'extractions' ? reading.enter(client) : null;
    const isFull = typeof leave === 'string';
    request.headers.delete(limitedHeader);
    if (!taken.isAllowed) request.headers.set(limitedHeader, `${taken.resetSeconds} limit.reached`);
    if (isFull) {
      const code: ForNowErrorCode = leave === 'client' ? 'limit.reached' : 'server.busy';
      request.headers.set(limitedHeader, `${placeSeconds} ${code}`);
    }
    try {
      const page = await web(request);
      const refused = leave === 'all' ? 503 : 429;
      const status = taken.isAllowed && !isFull ? page.status : refused;
      const answer = new Response(page.body, { status, headers: page.headers });
      for (const [name, value] of Object.entries(limitHeaders(group, taken))) answer.headers.set(name, value);
      if (isFull) answer.headers.set('retry-after', String(placeSeconds));
      return answer;
    } finally {
      if (typeof leave === 'function') leave();
    }
  }

  /** Of one person only: never kept, never shared, not for search engines. */
  async function answerAdmin(context: Context, request: Request): Promise<Response> {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
    if (isWrite && !isOwnWrite(context.req.raw.headers, publicOrigin)) {
      return context.json(refusalOf(services, context.req.header('accept-language'), 'request.foreign'), 403);
    }
    request.headers.set(networkHeader, clientNetwork(incomingOf(context)));
    const page = await web(request);
    const answer = new Response(page.body, page);
    answer.headers.set('cache-control', 'private, no-store');
    answer.headers.set('x-robots-tag', 'noindex');
    if (page.status === 503) answer.headers.set('retry-after', String(unwritableSeconds));
    return answer;
  }
  return {
    answer,
    reading,
    kept(target) {
      const page = cache.kept(target);
      if (page) services.measures.pageAsked(true);
      return page;
    },
  };
}

/** In any spelling the router takes for the same. */
function isAdminPath(pathname: string): boolean {
  return /^\/admin(\/|\.|$)/i.test(decodeURIComponent(pathname));
}

/** The same: case, slashes, escapes, and the address of a page's data. */
function isContactPath(pathname: string): boolean {
  return /(^|[/\\])contact[/\\]*(_?\.data[/\\]*)?$/i.test(decodeURIComponent(pathname));
}

/**
 * The request as the pages see it: rooted on the configured origin, whatever scheme a proxy spoke and whatever Host
 * was sent. null for a form that another site sends.
 */
function rootedRequest(context: Context, publicOrigin: string): Request | null {
  const { raw, method } = context.req;
  const { pathname, search } = new URL(raw.url);
  const headers = new Headers(raw.headers);
  const origin = headers.get('origin');
  if (origin !== null && !isOwnOrigin(origin, headers, publicOrigin)) return null;
  if (origin !== null) headers.set('origin', publicOrigin);
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

/** The router warns about other paths on the console, and quotes them. */
function isDecodable(pathname: string): boolean {
  try {
    // The bundler leaves out a call whose value nobody reads, and with it the fault it would have met.
    return decodeURIComponent(pathname) !== '';
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
