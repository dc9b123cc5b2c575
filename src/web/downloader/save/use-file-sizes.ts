import { useEffect, useEffectEvent, useState } from 'react';
import type { Quality } from '#extraction/contract.ts';
import { sizeRequestConcurrency } from '../../contract.ts';
import { qualityKey } from '../media/group-media.ts';

/** Limits updates, since each one renders the whole list. */
const updateIntervalMs = 200;

/** Fetches the sizes that the response lacks, with HEAD requests. Omits a size that cannot be fetched. */
export function useFileSizes(qualities: readonly Quality[]): ReadonlyMap<string, number> {
  const [sizes, setSizes] = useState<ReadonlyMap<string, number>>(new Map());
  const unknown = qualities.filter(({ bytes }) => bytes === null);
  const listMissing = useEffectEvent(() => unknown.filter((quality) => !sizes.has(qualityKey(quality))));
  // A URL renewal keeps the keys; an expanded thread adds new ones.
  const keys = unknown.map(qualityKey).join('\n');

  useEffect(() => {
    if (keys === '') return;
    const controller = new AbortController();
    const queue = listMissing();
    const fetchedSizes = new Map<string, number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      setSizes((before) => new Map([...before, ...fetchedSizes]));
    };
    const runWorker = async () => {
      for (let quality = queue.shift(); quality; quality = queue.shift()) {
        const bytes = await fetchSize(quality.url, controller.signal);
        if (controller.signal.aborted) return;
        if (bytes === null) continue;
        fetchedSizes.set(qualityKey(quality), bytes);
        timer ??= setTimeout(flush, updateIntervalMs);
      }
    };
    for (let worker = 0; worker < sizeRequestConcurrency; worker += 1) void runWorker();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [keys]);

  return sizes;
}

async function fetchSize(url: string, signal: AbortSignal): Promise<number | null> {
  // Sizes are optional: on failure the row shows none.
  const response = await fetch(url, { method: 'HEAD', signal }).catch(() => null);
  const length = response?.ok ? response.headers.get('content-length') : null;
  return length ? Number(length) : null;
}
