import { useEffect } from 'react';
import { createSafeStorage } from '../../browser/storage.ts';
import type { DownloaderState } from '../downloader-state.ts';

const storage = createSafeStorage(() => globalThis.sessionStorage);
const storageKey = 'unspool.links';

/** Of the last links without an address of their own. They stay in the browser, until its tab is closed for good. */
export const visitLinksHash = '#links';

export const readVisitLinks = (): string | null => storage.read(storageKey);

/** Keeps several links, or one that could not be read, for a reload and for Back. Returns whether there are any. */
export function useVisitLinks({ batch, problem, link }: DownloaderState): boolean {
  const failedLink = problem && !problem.post && link !== '' ? link : null;
  const text = batch ? [...batch.links, ...batch.remaining, ...batch.foreign].join('\n') : failedLink;
  useEffect(() => {
    // If the browser denies storage, they are lost with a reload.
    if (text !== null) storage.write(storageKey, text);
  }, [text]);
  return text !== null;
}
