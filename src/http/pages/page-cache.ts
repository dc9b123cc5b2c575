import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { publicCacheControl } from '../contract.ts';
import { type CachedResponse, createEtag } from '../responses/cached-response.ts';

const pageLifetimeMs = 60_000;
const maxPages = 1_000;
const maxBytes = 128 * 1024 * 1024;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

interface Rendering {
  locale: string | null;
  page: Promise<Response | CachedResponse>;
}

export interface PageCache {
  get(url: string): CachedResponse | undefined;
  /** Concurrent requests share one render if its page is public. `locale`: null for all languages. */
  find(
    url: string,
    locale: string | null,
    render: () => Promise<Response>,
  ): Promise<Response | CachedResponse>;
  /** Includes pages without a locale and renders in flight. */
  invalidate(locales: readonly string[], paths?: readonly string[]): void;
}

export function createPageCache(): PageCache {
  const cache = new LRUCache<string, CachedResponse & { locale: string | null }>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ body, encodings: { br, gzip: zipped } }) =>
      1 + body.length + (br?.length ?? 0) + (zipped?.length ?? 0),
    ttl: pageLifetimeMs,
  });
  const inFlight = new Map<string, Rendering>();

  function startRender(url: string, locale: string | null, render: () => Promise<Response>): Rendering {
    const rendering: Rendering = { locale, page: Promise.resolve().then(finish) };
    inFlight.set(url, rendering);
    return rendering;

    async function finish() {
      try {
        const page = await renderPage(render);
        // If `invalidate` ran meanwhile, only the requests that waited get this page.
        if (inFlight.get(url) === rendering && !(page instanceof Response))
          cache.set(url, { ...page, locale });
        return page;
      } finally {
        if (inFlight.get(url) === rendering) inFlight.delete(url);
      }
    }
  }

  return {
    get: (url) => cache.get(url),
    async find(url, locale, render) {
      const stored = cache.get(url);
      if (stored) return stored;
      const running = inFlight.get(url);
      if (!running) return startRender(url, locale, render).page;
      const page = await running.page;
      // A response made for another client, such as its 304 or one with its cookies, can't be shared.
      return page instanceof Response ? renderPage(render) : page;
    },
    invalidate(locales, paths = []) {
      if (locales.length === 0 && paths.length === 0) return;
      const decoded = new Set(paths.map((path) => decodeURI(path)));
      for (const entries of [cache, inFlight]) {
        for (const [url, { locale }] of [...entries.entries()]) {
          const matchesLocale = locale === null || locales.includes(locale);
          if (matchesLocale || decoded.has(toPath(url))) entries.delete(url);
        }
      }
    },
  };
}

function toPath(url: string): string {
  return decodeURI(url.split('?', 1)[0] ?? '');
}

async function renderPage(render: () => Promise<Response>): Promise<Response | CachedResponse> {
  const response = await render();
  return isPublicPage(response) ? storePage(response, publicCacheControl) : response;
}

const feedOrSitemapType = /^(text\/plain|application\/(xml|(rss|atom)\+xml|feed\+json))(;|$)/;

/** Text files count as public unless they set their own cache-control. */
export function isPublicPage({ status, headers }: Response): boolean {
  const cacheControl = headers.get('cache-control');
  const type = headers.get('content-type') ?? '';
  return (
    status === 200 &&
    !headers.has('set-cookie') &&
    !/\b(private|no-store)\b/.test(cacheControl ?? '') &&
    (type.startsWith('text/html') || (cacheControl === null && feedOrSitemapType.test(type)))
  );
}

export async function storePage(response: Response, cacheControl: string): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  delete headers['content-length'];
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, brotli), promisify(gzip)(body)]);
  return {
    body,
    encodings: { br, gzip: zipped },
    headers: { ...headers, etag: createEtag(body), 'cache-control': cacheControl },
  };
}
