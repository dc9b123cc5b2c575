import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { createSafeFetch } from '#platform/fetch/safe-fetch.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { imageLimits } from './contract.ts';
import { detectImageFormat } from './images/detect-format.ts';
import type { FetchImage } from './images.ts';

export interface ImageFetcher {
  fetchImage: FetchImage;
  close(): Promise<void>;
}

interface ImageFetcherOptions {
  /** Allowed loopback origins, such as `http://127.0.0.1:4750`. Empty except in tests and demos. */
  loopbackOrigins: readonly string[];
  timeoutMs?: number;
  lookup?: LookupFunction;
}

const imageTimeoutMs = 10_000;
const maxRedirects = 3;
/** Autosave sends the same URLs every few seconds. */
const cacheMaxBytes = 64 * 1024 * 1024;
const cacheTtlMs = { image: 600_000, failure: 20_000 } as const;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'user-agent': 'Unspool (takes the pictures of a post in)',
};

/** Checks every redirect like the first URL. The first bytes decide the format, not the content type. */
export function createImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const { loopbackOrigins, lookup, timeoutMs = imageTimeoutMs } = options;
  const { fetchBytes, close } = createSafeFetch({
    isAllowed: () => true,
    loopbackOrigins,
    ...(lookup && { lookup }),
  });

  /** Nearly all http sites also serve https; images of the others can't be fetched. */
  function upgradeToHttps(url: URL): URL {
    if (url.protocol === 'http:' && !loopbackOrigins.includes(url.origin)) url.protocol = 'https:';
    url.hash = '';
    return url;
  }

  const cache = new LRUCache<string, Result<Uint8Array, unknown>>({
    max: 1_000,
    maxSize: cacheMaxBytes,
    sizeCalculation: (fetched) => (fetched.ok ? 1 + fetched.value.length : 1),
  });

  async function fetchImage(imageUrl: string, signal?: AbortSignal): Promise<Result<Uint8Array, unknown>> {
    const cached = cache.get(imageUrl);
    if (cached) return cached;
    const fetched = await fetchUncached(imageUrl, signal);
    // A fetch that the caller aborted says nothing about the URL.
    if (!signal?.aborted) cache.set(imageUrl, fetched, { ttl: cacheTtlMs[fetched.ok ? 'image' : 'failure'] });
    return fetched;
  }

  async function fetchUncached(imageUrl: string, signal?: AbortSignal): Promise<Result<Uint8Array, unknown>> {
    if (!URL.canParse(imageUrl)) return fail('invalid URL');
    let url = upgradeToHttps(new URL(imageUrl));
    const deadline = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const limits = { maxBytes: imageLimits.bytes, timeoutMs, signal: deadline };
      const fetched = await fetchBytes({ url: url.href, method: 'GET', headers, ...limits });
      if (!fetched.ok) return fetched;
      const { status, location, bytes } = fetched.value;
      if (!redirectStatuses.has(status)) {
        return status === 200 && detectImageFormat(bytes) !== null
          ? ok(bytes)
          : fail(`not an image, status ${status}`);
      }
      if (location === null || !URL.canParse(location, url)) return fail('invalid redirect');
      url = upgradeToHttps(new URL(location, url));
    }
    return fail('too many redirects');
  }
  return { fetchImage, close };
}
