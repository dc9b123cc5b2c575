import { useEffect, useEffectEvent, useRef } from 'react';
import type { ExtractedPost } from '#extraction/contract.ts';
import { whenVisible } from '../browser/page-visibility.ts';
import { useHash } from '../browser/use-hash.ts';
import { visitLinksHash } from './visit-links.ts';

/** The hash of a result, such as `#@maker/post/DAbc`. A hash is never sent to a server. */
export function formatResultHash({ author, code }: Pick<ExtractedPost, 'author' | 'code'>): string {
  return `#@${author.username}/post/${code}`;
}

/** The link to the post; null if the hash is not the address of a result. */
export function parseResultHash(hash: string): string | null {
  const [, username, code] = /^#@([\w.]{1,64})\/post\/([\w-]{5,64})$/.exec(hash) ?? [];
  return username && code ? `https://www.threads.com/@${username}/post/${code}` : null;
}

export const isResultHash = (hash: string) => hash === visitLinksHash || parseResultHash(hash) !== null;

/** Keeps the hash and what is shown in step, so that reload, Back and a shared link read it again. */
export function useResultAddress(
  shownHash: string | null,
  {
    isReset,
    onOpen,
    onLeave,
  }: {
    /** Whether the form is empty, as after a reset. */
    isReset: boolean;
    onOpen: (hash: string) => void;
    onLeave: () => void;
  },
): void {
  const [hash, setHash] = useHash();
  /** The hash that is being read. */
  const openedHash = useRef<string | null>(null);
  const previousHash = useRef(hash);

  const followHash = useEffectEvent((hash: string) => {
    const wasResult = isResultHash(previousHash.current);
    previousHash.current = hash;
    // A link in the query has removed the hash.
    if (isResultHash(hash) && hash !== shownHash && hash === window.location.hash) {
      openedHash.current = hash;
      // A prerendered or background page must not send requests.
      return whenVisible(document, () => onOpen(hash));
    }
    // Other hashes lead to parts of the page, where the result stays.
    if (hash === '' && wasResult) onLeave();
  });
  useEffect(() => followHash(hash), [hash]);

  const showHash = useEffectEvent((shownHash: string) => {
    const isOpened = openedHash.current === hash;
    // After an error, a reload reads the post of the address again.
    if (isOpened && shownHash === visitLinksHash) return;
    openedHash.current = null;
    if (shownHash === hash) return;
    previousHash.current = shownHash;
    // The post may have another author or code than its link; then the address is only corrected.
    setHash(shownHash, { replace: isOpened });
  });
  useEffect(() => {
    if (shownHash !== null) showHash(shownHash);
  }, [shownHash]);

  const isMounted = useRef(false);
  const clearHash = useEffectEvent(() => {
    if (!isMounted.current || !isResultHash(hash)) return;
    previousHash.current = '';
    setHash('');
  });
  useEffect(() => {
    if (isReset) clearHash();
    isMounted.current = true;
  }, [isReset]);
}
