import { useCallback, useEffect, useState } from 'react';
import { lazyDraftMerger } from '../compare/lazy-reconciler.ts';
import { listOpenPages } from './browser-copies.ts';
import type { DraftSnapshot } from './draft-contract.ts';
import { hasSameContent } from './draft-fields.ts';
import type { LocalDrafts, StoredDraft } from './local-copies.ts';
import type { SaveQueue } from './save-queue.ts';

/** Finds the newest draft of a closed page that differs from the server. */
export function useRecoverableDrafts(queue: SaveQueue, copies: LocalDrafts | null, post: string) {
  const [recoverable, setRecoverable] = useState<StoredDraft[]>([]);

  useEffect(() => {
    if (!copies) return;
    let isCancelled = false;
    const checkDrafts = async () => {
      copies.removeExpired();
      const pages = await listOpenPages();
      const unsaved: StoredDraft[] = [];
      for (const stored of copies.listRecoverable(post, (page) => pages.has(page))) {
        if (await isSaved(stored, queue.snapshot())) copies.removeDraft(stored);
        else unsaved.push(stored);
      }
      if (!isCancelled) setRecoverable(unsaved);
    };
    void checkDrafts();
    return () => {
      isCancelled = true;
    };
  }, [queue, copies, post]);

  const settle = useCallback(
    (stored: StoredDraft) => {
      copies?.removeDraft(stored);
      setRecoverable((others) => others.filter((other) => other !== stored));
    },
    [copies],
  );
  return { recoverable: recoverable[0] ?? null, settle };
}

/** The server may have stored the draft although the page closed before the response arrived. */
async function isSaved({ copy }: StoredDraft, { document, fields }: DraftSnapshot): Promise<boolean> {
  return (
    hasSameContent(copy.fields, fields) ||
    (document !== null && (await lazyDraftMerger.isSame(copy.fields, fields)))
  );
}
