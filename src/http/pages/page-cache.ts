import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { publicCacheControl } from '../contract.ts';
import { type CachedResponse, compressFully, createEtag } from '../responses/cached-response.ts';

const freshMs = 60_000;
const maxStaleMs = 10 * 60_000;
const maxPages = 1_000;
const maxBytes = 128 * 1024 * 1024;

interface Rendering {
  locale: string | null;
  page: Promise<Response | CachedResponse>;
}

interface StoredPage extends CachedResponse {
  locale: string | null;
  renderedAt: number;
}

interface PageCacheDeps {
  now: () => number;
  /** For renders and compressions that no request waits for. */
  onError: (error: unknown) => void;
}

export function createPageCache({ now, onError }: PageCacheDeps) {
  const cache = new LRUCache<string, StoredPage>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ body, encodings: { br, gzip: zipped } }) =>
      1 + body.length + (br?.length ?? 0) + (zipped?.length ?? 0),
    ttl: freshMs + maxStaleMs,
    ttlResolution: 0,
    perf: { now },
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
        if (inFlight.get(url) !== rendering) return page;
        if (!(page instanceof Response)) storePage(url, { ...page, locale, renderedAt: now() });
        else if (page.status < 500) cache.delete(url);
        return page;
      } finally {
        if (inFlight.get(url) === rendering) inFlight.delete(url);
      }
    }
  }

  function storePage(url: string, page: StoredPage): void {
    cache.set(url, page);
    // After the responses of the requests that wait for this page.
    nextEventLoopTurn()
      .then(() => compressFully(page.body))
      .then((encodings) => {
        if (cache.peek(url) === page) cache.set(url, { ...page, encodings }, { noUpdateTTL: true });
      })
      .catch(onError);
  }

  const isFresh = ({ renderedAt }: StoredPage) => now() - renderedAt < freshMs;

  return {
    /** A stale page only while it is rendered anew or if `acceptsStale`. */
    get(url: string, acceptsStale = false): CachedResponse | undefined {
      const stored = cache.get(url);
      return stored && (acceptsStale || isFresh(stored) || inFlight.has(url)) ? stored : undefined;
    },
    /**
     * Concurrent requests share one render if its page is public. A stale page is returned at once, and one render
     * replaces it. `locale`: null for all languages.
     */
    async find(
      url: string,
      locale: string | null,
      render: () => Promise<Response>,
    ): Promise<Response | CachedResponse> {
      const stored = cache.get(url);
      if (stored) {
        if (!isFresh(stored) && !inFlight.has(url))
          startRender(url, locale, () => nextEventLoopTurn().then(render)).page.catch(onError);
        return stored;
      }
      const running = inFlight.get(url);
      if (!running) return startRender(url, locale, render).page;
      const page = await running.page;
      // A response made for another client, such as its 304 or one with its cookies, can't be shared.
      return page instanceof Response ? renderPage(render) : page;
    },
    /** Includes pages without a locale and renders in flight. */
    invalidate(locales: readonly string[], paths: readonly string[] = []): void {
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
  return isPublicPage(response) ? readPage(response, publicCacheControl) : response;
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

/** Not compressed yet. */
export async function readPage(response: Response, cacheControl: string): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  delete headers['content-length'];
  return {
    body,
    encodings: {},
    headers: { ...headers, etag: createEtag(body), 'cache-control': cacheControl },
  };
}
