import { useEffect, useRef, useState } from 'react';
import type { Quality } from '#media/contract.ts';
import { sizeRequestsAtOnce } from '../contract.ts';
import { qualityKey } from './group-media.ts';

/** Each time, the whole list is drawn anew. */
const shownEveryMs = 200;

/** Bytes of the files whose size the answer did not give, asked for one by one; a size that can not be had stays out. */
export function useFileSizes(qualities: readonly Quality[]): ReadonlyMap<string, number> {
  const [sizes, setSizes] = useState<ReadonlyMap<string, number>>(new Map());
  const unknown = qualities.filter(({ bytes }) => bytes === null);
  const latest = useRef({ unknown, sizes });
  useEffect(() => {
    latest.current = { unknown, sizes };
  });
  // Renewed addresses are the same files; a thread in the place of its post brings more of them.
  const keys = unknown.map(qualityKey).join('\n');

  useEffect(() => {
    if (keys === '') return;
    const controller = new AbortController();
    const { unknown: asked, sizes: known } = latest.current;
    const waiting = asked.filter((quality) => !known.has(qualityKey(quality)));
    const learned = new Map<string, number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setSizes((before) => new Map([...before, ...learned]));
    };
    const work = async () => {
      for (let quality = waiting.shift(); quality; quality = waiting.shift()) {
        const bytes = await readSize(quality.url, controller.signal);
        if (controller.signal.aborted) return;
        if (bytes === null) continue;
        learned.set(qualityKey(quality), bytes);
        timer ??= setTimeout(show, shownEveryMs);
      }
    };
    for (let worker = 0; worker < sizeRequestsAtOnce; worker += 1) void work();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [keys]);

  return sizes;
}

async function readSize(url: string, signal: AbortSignal): Promise<number | null> {
  // A size is only a convenience: without it the row simply does not name one.
  const response = await fetch(url, { method: 'HEAD', signal }).catch(() => null);
  const length = response?.ok ? response.headers.get('content-length') : null;
  return length ? Number(length) : null;
}
