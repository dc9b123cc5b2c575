import type { LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { fail, ok, type Result } from '#platform/result.ts';
import { createSafeFetch } from '#platform/safe-fetch.ts';
import { pictureLimits } from './contract.ts';
import { pictureKindOf } from './picture-kind.ts';
import type { FetchPicture } from './take-in-pictures.ts';

export interface PictureFetcher {
  fetchPicture: FetchPicture;
  close(): Promise<void>;
}

export interface PictureFetcherOptions {
  /** `http://127.0.0.1:4750`: exactly these may be reached inside. Empty outside tests and demonstrations. */
  loopbackOrigins: readonly string[];
  /** For one picture, redirects and all. */
  timeoutMs?: number;
  lookup?: LookupFunction;
}

const pictureTimeoutMs = 10_000;
const hopsMax = 3;
/** A text saves itself every few seconds, and names the same address each time. */
const rememberedBytes = 64 * 1024 * 1024;
const rememberedMs = { picture: 600_000, failure: 20_000 } as const;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'user-agent': 'Unspool (takes the pictures of a post in)',
};

/**
 * Pictures of other sites: any public host over https, every redirect judged like the first address. Only what begins
 * as a JPEG, PNG, GIF, WebP or AVIF is a picture, whatever it calls itself; nothing of ours is sent along.
 */
export function createPictureFetcher(options: PictureFetcherOptions): PictureFetcher {
  const { loopbackOrigins, lookup, timeoutMs = pictureTimeoutMs } = options;
  const { fetchBytes, close } = createSafeFetch({
    allows: () => true,
    loopbackOrigins,
    ...(lookup && { lookup }),
  });

  /** What a page on http shows is on https nearly everywhere; where it is not, it can't be had. */
  function secured(url: URL): URL {
    if (url.protocol === 'http:' && !loopbackOrigins.includes(url.origin)) url.protocol = 'https:';
    url.hash = '';
    return url;
  }

  const remembered = new LRUCache<string, Result<Uint8Array, unknown>>({
    max: 1_000,
    maxSize: rememberedBytes,
    sizeCalculation: (fetched) => (fetched.ok ? 1 + fetched.value.length : 1),
  });

  async function fetchPicture(address: string, signal?: AbortSignal): Promise<Result<Uint8Array, unknown>> {
    const known = remembered.get(address);
    if (known) return known;
    const fetched = await fetchAnew(address, signal);
    // What ended because its save had no more time says nothing about the address.
    if (!signal?.aborted)
      remembered.set(address, fetched, { ttl: rememberedMs[fetched.ok ? 'picture' : 'failure'] });
    return fetched;
  }

  async function fetchAnew(address: string, signal?: AbortSignal): Promise<Result<Uint8Array, unknown>> {
    if (!URL.canParse(address)) return fail('not an address');
    let url = secured(new URL(address));
    const until = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    for (let hop = 0; hop <= hopsMax; hop += 1) {
      const limits = { maxBytes: pictureLimits.bytes, timeoutMs, signal: until };
      const fetched = await fetchBytes({ url: url.href, method: 'GET', headers, ...limits });
      if (!fetched.ok) return fetched;
      const { status, location, bytes } = fetched.value;
      if (!redirectStatuses.has(status)) {
        return status === 200 && pictureKindOf(bytes) !== null ? ok(bytes) : fail(`no picture: ${status}`);
      }
      if (location === null || !URL.canParse(location, url)) return fail('a redirect to nowhere');
      url = secured(new URL(location, url));
    }
    return fail('too many redirects');
  }
  return { fetchPicture, close };
}
