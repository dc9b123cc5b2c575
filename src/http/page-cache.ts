import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { publicCacheControl } from './contract.ts';
import { entityTagOf } from './entity-tag.ts';
import type { Stored } from './send-stored.ts';

const pageLifetimeMs = 60_000;
const pagesKept = 1_000;
const bytesKept = 128 * 1024 * 1024;

const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

interface Rendering {
  locale: string | null;
  page: Promise<Response | Stored>;
}

export interface PageCache {
  kept(address: string): Stored | undefined;
  /**
   * The kept page of an address, or what `render` gives: it runs once for all who ask meanwhile, unless its answer is
   * not for all; then each has one of his own. `locale`: null where the page is of all languages.
   */
  find(address: string, locale: string | null, render: () => Promise<Response>): Promise<Response | Stored>;
  /** No page of these languages, at one of these paths, nor of all that was begun before is given from now on. */
  forget(locales: readonly string[], paths?: readonly string[]): void;
}

/** Public pages by their address, with their compressed forms; anything else is rendered each time. */
export function createPageCache(): PageCache {
  const kept = new LRUCache<string, Stored & { locale: string | null }>({
    max: pagesKept,
    maxSize: bytesKept,
    sizeCalculation: ({ body, encodings: { br, gzip: zipped } }) =>
      1 + body.length + (br?.length ?? 0) + (zipped?.length ?? 0),
    ttl: pageLifetimeMs,
  });
  const underWay = new Map<string, Rendering>();

  function begin(address: string, locale: string | null, render: () => Promise<Response>): Rendering {
    const rendering: Rendering = { locale, page: Promise.resolve().then(finish) };
    underWay.set(address, rendering);
    return rendering;

    async function finish() {
      try {
        const page = await answerOf(render);
        // A change that came meanwhile took this rendering away: those who waited get it, nobody after them.
        if (underWay.get(address) === rendering && !(page instanceof Response))
          kept.set(address, { ...page, locale });
        return page;
      } finally {
        if (underWay.get(address) === rendering) underWay.delete(address);
      }
    }
  }

  return {
    kept: (address) => kept.get(address),
    async find(address, locale, render) {
      const stored = kept.get(address);
      if (stored) return stored;
      const running = underWay.get(address);
      if (!running) return begin(address, locale, render).page;
      const page = await running.page;
      // 304 for what another visitor holds, or what another's cookie says.
      return page instanceof Response ? answerOf(render) : page;
    },
    forget(locales, paths = []) {
      if (locales.length === 0 && paths.length === 0) return;
      const decoded = new Set(paths.map((path) => decodeURI(path)));
      for (const entries of [kept, underWay]) {
        for (const [address, { locale }] of [...entries.entries()]) {
          const isConcerned = locale === null || locales.includes(locale);
          if (isConcerned || decoded.has(pathOf(address))) entries.delete(address);
        }
      }
    },
  };
}

/** Without its query, and in one spelling: the pages' addresses can be decoded. */
function pathOf(address: string): string {
  return decodeURI(address.split('?', 1)[0] ?? '');
}

async function answerOf(render: () => Promise<Response>): Promise<Response | Stored> {
  const answer = await render();
  return isPublicPage(answer) ? storePage(answer, publicCacheControl) : answer;
}

/** What is written for programs, as pages are for people: sitemaps, feeds and the like. */
const programText = /^(text\/plain|application\/(xml|(rss|atom)\+xml|feed\+json))(;|$)/;

/** Whether a page is the same for all visitors; text for programs where it does not say itself who may keep it. */
export function isPublicPage({ status, headers }: Response): boolean {
  const cacheControl = headers.get('cache-control');
  const type = headers.get('content-type') ?? '';
  return (
    status === 200 &&
    !headers.has('set-cookie') &&
    !/\b(private|no-store)\b/.test(cacheControl ?? '') &&
    (type.startsWith('text/html') || (cacheControl === null && programText.test(type)))
  );
}

export async function storePage(answer: Response, cacheControl: string): Promise<Stored> {
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(answer.headers);
  delete headers['content-length'];
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, brotli), promisify(gzip)(body)]);
  return {
    body,
    encodings: { br, gzip: zipped },
    headers: { ...headers, etag: entityTagOf(body), 'cache-control': cacheControl },
  };
}
