import { useCallback, useEffect, useState } from 'react';
import type { PostFields } from '#blog/editing-contract.ts';
import { localDraftDelayMs } from '../../../contract.ts';
import type { DraftSnapshot } from './draft-types.ts';
import { lazyDraftMerger } from './lazy-conflict.ts';
import { type LocalDrafts, listOpenPages, type StoredDraft } from './local-drafts.ts';
import { hasSameContent } from './post-fields.ts';
import type { SaveQueue } from './save-queue.ts';

export function syncLocalDraft(queue: SaveQueue, localDrafts: LocalDrafts, getPostKey: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storedKey: string | null = null;
  let discardedFields: PostFields | null = null;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (queue.getSnapshot().fields === discardedFields) return;
    const post = getPostKey();
    if (storedKey !== null && storedKey !== post) localDrafts.remove(storedKey);
    if (queue.isUnsaved()) storedKey = localDrafts.write(post, queue.toLocalDraft()) ? post : null;
    else if (storedKey !== null) {
      localDrafts.remove(post);
      storedKey = null;
    }
  }

  const unsubscribe = queue.store.subscribe(() => {
    if (!queue.isUnsaved()) flush();
    else timer ??= setTimeout(flush, localDraftDelayMs);
  });
  return {
    flush,
    /** Stores nothing until the next change. */
    discard() {
      clearTimeout(timer);
      timer = undefined;
      if (storedKey !== null) localDrafts.remove(storedKey);
      storedKey = null;
      discardedFields = queue.getSnapshot().fields;
    },
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}

/** Finds the newest draft of a closed page that differs from the server. */
export function useRecoverableDrafts(queue: SaveQueue, localDrafts: LocalDrafts | null, post: string) {
  const [recoverable, setRecoverable] = useState<StoredDraft[]>([]);

  useEffect(() => {
    if (!localDrafts) return;
    let isCancelled = false;
    const checkDrafts = async () => {
      localDrafts.removeExpired();
      const pages = await listOpenPages();
      const unsaved: StoredDraft[] = [];
      for (const stored of localDrafts.listRecoverable(post, (page) => pages.has(page))) {
        if (await isSaved(stored, queue.getSnapshot())) localDrafts.removeDraft(stored);
        else unsaved.push(stored);
      }
      if (!isCancelled) setRecoverable(unsaved);
    };
    void checkDrafts();
    return () => {
      isCancelled = true;
    };
  }, [queue, localDrafts, post]);

  const remove = useCallback(
    (stored: StoredDraft) => {
      localDrafts?.removeDraft(stored);
      setRecoverable((others) => others.filter((other) => other !== stored));
    },
    [localDrafts],
  );
  return { recoverable: recoverable[0] ?? null, remove };
}

/** The server may have stored the draft although the page closed before the response arrived. */
async function isSaved({ copy }: StoredDraft, { document, fields }: DraftSnapshot): Promise<boolean> {
  return (
    hasSameContent(copy.fields, fields) ||
    (document !== null && (await lazyDraftMerger.isSame(copy.fields, fields)))
  );
}
