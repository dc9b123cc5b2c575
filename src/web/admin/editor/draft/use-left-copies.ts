import { useCallback, useEffect, useState } from 'react';
import { lazyReconciler } from '../compare/lazy-reconciler.ts';
import { openPages } from './browser-copies.ts';
import type { DraftSnapshot } from './draft-contract.ts';
import { isSameText } from './draft-fields.ts';
import type { KeptCopy, LocalCopies } from './local-copies.ts';
import type { SaveQueue } from './save-queue.ts';

/** The newest copy that an earlier page left of this post, where it says something else than the server. */
export function useLeftCopies(queue: SaveQueue, copies: LocalCopies | null, post: string) {
  const [left, setLeft] = useState<KeptCopy[]>([]);

  useEffect(() => {
    if (!copies) return;
    let isGone = false;
    const look = async () => {
      copies.forgetOld();
      const pages = await openPages();
      const worth: KeptCopy[] = [];
      for (const kept of copies.left(post, (page) => pages.has(page))) {
        if (await isKept(kept, queue.snapshot())) copies.removeKept(kept);
        else worth.push(kept);
      }
      if (!isGone) setLeft(worth);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [queue, copies, post]);

  const settle = useCallback(
    (kept: KeptCopy) => {
      copies?.removeKept(kept);
      setLeft((others) => others.filter((other) => other !== kept));
    },
    [copies],
  );
  return { offered: left[0] ?? null, settle };
}

/** Whether the server has it: an answer that came after the page was gone. */
async function isKept({ copy }: KeptCopy, { document, fields }: DraftSnapshot): Promise<boolean> {
  return (
    isSameText(copy.fields, fields) ||
    (document !== null && (await lazyReconciler.isSame(copy.fields, fields)))
  );
}
