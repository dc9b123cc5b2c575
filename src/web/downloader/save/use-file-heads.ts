import { useEffect, useEffectEvent, useState } from 'react';
import type { Quality } from '#extraction/contract.ts';
import { headRequestConcurrency } from '../../contract.ts';
import { qualityKey } from '../media/group-media.ts';
import { responseFormat } from './download-file.ts';

/** Limits updates, since each one renders the whole list. */
const updateIntervalMs = 200;

export interface FileHead {
  bytes: number | null;
  /** Upper case. The one in the extract response is a guess from the URL. */
  format: string | null;
}

/** What the server knows from the first bytes of each file. Omits a file whose HEAD request fails. */
export function useFileHeads(qualities: readonly Quality[]): ReadonlyMap<string, FileHead> {
  const [heads, setHeads] = useState<ReadonlyMap<string, FileHead>>(new Map());
  const listMissing = useEffectEvent(() => qualities.filter((quality) => !heads.has(qualityKey(quality))));
  // A URL renewal keeps the keys; an expanded thread adds new ones.
  const keys = qualities.map(qualityKey).join('\n');

  useEffect(() => {
    if (keys === '') return;
    const controller = new AbortController();
    const queue = listMissing();
    const fetchedHeads = new Map<string, FileHead>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      setHeads((before) => new Map([...before, ...fetchedHeads]));
    };
    const runWorker = async () => {
      for (let quality = queue.shift(); quality; quality = queue.shift()) {
        const head = await fetchHead(quality.url, controller.signal);
        if (controller.signal.aborted) return;
        if (head === null) continue;
        fetchedHeads.set(qualityKey(quality), head);
        timer ??= setTimeout(flush, updateIntervalMs);
      }
    };
    for (let worker = 0; worker < headRequestConcurrency; worker += 1) void runWorker();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [keys]);

  return heads;
}

async function fetchHead(url: string, signal: AbortSignal): Promise<FileHead | null> {
  // On failure, the row shows no size, and the format of the extract response.
  const response = await fetch(url, { method: 'HEAD', signal }).catch(() => null);
  if (!response?.ok) return null;
  const length = response.headers.get('content-length');
  return { bytes: length ? Number(length) : null, format: responseFormat(response.headers) };
}
