import { useCallback, useEffect, useState } from 'react';
import { openPages } from './browser-copies.ts';
import { isSameText } from './draft-fields.ts';
import type { KeptCopy, LocalCopies } from './local-copies.ts';
import type { SaveQueue } from './save-queue.ts';

/** The newest copy that an earlier page left of this post, where it says something else than the server. */
export function useLeftCopies(queue: SaveQueue, copies: LocalCopies | null, post: string) {
  const [left, setLeft] = useState<KeptCopy[]>([]);

  useEffect(() => {
    if (!copies) return;
    let isGone = false;
    void openPages().then((pages) => {
      if (isGone) return;
      copies.forgetOld();
      const { fields } = queue.snapshot();
      const found = copies.left(post, (page) => pages.has(page));
      const [worth, same] = [
        found.filter(({ copy }) => !isSameText(copy.fields, fields)),
        found.filter(({ copy }) => isSameText(copy.fields, fields)),
      ];
      same.forEach(copies.removeKept);
      setLeft(worth);
    });
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
