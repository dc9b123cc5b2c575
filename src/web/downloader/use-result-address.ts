import { useEffect, useEffectEvent, useRef } from 'react';
import type { ExtractedPost } from '#extraction/contract.ts';
import { useHash } from '../browser/use-hash.ts';
import { formatResultHash, parseResultHash } from './result-address.ts';

/** Keeps the hash and the shown post in step, so that reload, Back and a shared link read the post again. */
export function useResultAddress(
  post: Pick<ExtractedPost, 'author' | 'code'> | null,
  {
    isReset,
    onOpen,
    onLeave,
  }: {
    /** Whether the form is empty, as after a reset. */
    isReset: boolean;
    onOpen: (link: string) => void;
    onLeave: () => void;
  },
): void {
  const [hash, setHash] = useHash();
  const shownHash = post && formatResultHash(post);
  const handledHash = useRef<string | null>(null);

  const followHash = useEffectEvent((hash: string) => {
    const link = parseResultHash(hash);
    const isFirst = handledHash.current === null;
    const wasResult = parseResultHash(handledHash.current ?? '') !== null;
    handledHash.current = hash;
    if (link !== null && hash !== shownHash) onOpen(link);
    else if (link === null && wasResult && !isFirst) onLeave();
  });
  useEffect(() => followHash(hash), [hash]);

  const showHash = useEffectEvent((shownHash: string) => {
    if (shownHash === hash) return;
    // A reread post may have another author or code than its link; then the address is only corrected.
    const isCorrection = parseResultHash(hash) !== null;
    handledHash.current = shownHash;
    setHash(shownHash, { replace: isCorrection });
  });
  useEffect(() => {
    if (shownHash !== null) showHash(shownHash);
  }, [shownHash]);

  const isMounted = useRef(false);
  const clearHash = useEffectEvent(() => {
    if (!isMounted.current || parseResultHash(hash) === null) return;
    handledHash.current = '';
    setHash('');
  });
  useEffect(() => {
    if (isReset) clearHash();
    isMounted.current = true;
  }, [isReset]);
}
