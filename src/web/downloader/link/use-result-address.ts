import { useEffect, useEffectEvent, useRef } from 'react';
import type { ExtractedPost } from '#extraction/contract.ts';
import { whenVisible } from '../../browser/page-visibility.ts';
import { useHash } from '../../browser/use-hash.ts';
import { isThreadExpanded } from '../media/group-media.ts';
import { visitLinksHash } from './visit-links.ts';

const threadSuffix = '/thread';

/** The hash of a result, such as `#@maker/post/DAbc` or `#@maker/post/DAbc/thread`. It is never sent to a server. */
export function formatResultHash(post: Pick<ExtractedPost, 'author' | 'code' | 'thread'>): string {
  return `#@${post.author.username}/post/${post.code}${isThreadExpanded({ post }) ? threadSuffix : ''}`;
}

/** The post, and whether its whole thread is shown; null if the hash is not the address of a result. */
export function parseResultHash(hash: string): { link: string; isThread: boolean } | null {
  const [, username, code, suffix] = /^#@([\w.]{1,64})\/post\/([\w-]{5,64})(\/thread)?$/.exec(hash) ?? [];
  if (!username || !code) return null;
  return { link: `https://www.threads.com/@${username}/post/${code}`, isThread: suffix === threadSuffix };
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
  /** The last hash that was opened or shown. */
  const previousHash = useRef('');

  const followHash = useEffectEvent((hash: string) => {
    // What is shown has set it, even if it is gone by now, as during a retry.
    if (hash === previousHash.current) return;
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
    // A whole thread takes the place of its post.
    setHash(shownHash, { replace: isOpened || shownHash === hash + threadSuffix });
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
