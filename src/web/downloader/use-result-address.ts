import { useEffect, useEffectEvent, useRef } from 'react';
import type { ExtractedPost } from '#extraction/contract.ts';
import { whenVisible } from '../browser/page-visibility.ts';
import { useHash } from '../browser/use-hash.ts';

/** The hash of a result, such as `#@maker/post/DAbc`. A hash is never sent to a server. */
export function formatResultHash({ author, code }: Pick<ExtractedPost, 'author' | 'code'>): string {
  return `#@${author.username}/post/${code}`;
}

/** The link to the post; null if the hash is not the address of a result. */
export function parseResultHash(hash: string): string | null {
  const [, username, code] = /^#@([\w.]{1,64})\/post\/([\w-]{5,64})$/.exec(hash) ?? [];
  return username && code ? `https://www.threads.com/@${username}/post/${code}` : null;
}

/** Keeps the hash and the shown post in step, so that reload, Back and a shared link read the post again. */
export function useResultAddress(
  post: Pick<ExtractedPost, 'author' | 'code'> | null,
  {
    isReset,
    hasNoAddress,
    onOpen,
    onLeave,
  }: {
    /** Whether the form is empty, as after a reset. */
    isReset: boolean;
    /** Whether the page shows something that has no address: an error, or several posts. */
    hasNoAddress: boolean;
    onOpen: (link: string) => void;
    onLeave: () => void;
  },
): void {
  const [hash, setHash] = useHash();
  const shownHash = post && formatResultHash(post);
  /** The hash whose post is being read. */
  const openedHash = useRef<string | null>(null);
  const previousHash = useRef(hash);

  const followHash = useEffectEvent((hash: string) => {
    const wasResult = parseResultHash(previousHash.current) !== null;
    previousHash.current = hash;
    const link = parseResultHash(hash);
    // A link in the query has removed the hash.
    if (link !== null && hash !== shownHash && hash === window.location.hash) {
      openedHash.current = hash;
      // A prerendered or background page must not send requests.
      return whenVisible(document, () => onOpen(link));
    }
    // Other hashes lead to parts of the page, where the result stays.
    if (hash === '' && wasResult) onLeave();
  });
  useEffect(() => followHash(hash), [hash]);

  const showHash = useEffectEvent((shownHash: string) => {
    // The post may have another author or code than its link; then the address is only corrected.
    const isCorrection = openedHash.current === hash;
    openedHash.current = null;
    if (shownHash === hash) return;
    previousHash.current = shownHash;
    setHash(shownHash, { replace: isCorrection });
  });
  useEffect(() => {
    if (shownHash !== null) showHash(shownHash);
  }, [shownHash]);

  const isMounted = useRef(false);
  const clearHash = useEffectEvent(() => {
    // After an error, a reload reads the post of the address again.
    const isKept = hasNoAddress && openedHash.current === hash;
    if (!isMounted.current || isKept || parseResultHash(hash) === null) return;
    previousHash.current = '';
    setHash('');
  });
  useEffect(() => {
    if (isReset || hasNoAddress) clearHash();
    isMounted.current = true;
  }, [isReset, hasNoAddress]);
}
