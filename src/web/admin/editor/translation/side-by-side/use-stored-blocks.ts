import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SideBySide } from '#translation/side-by-side-contract.ts';
import { localDraftDelayMs } from '../../../../contract.ts';
import { findRecoverableDrafts, openLocalDrafts, type StoredDraft } from '../../draft/local-drafts.ts';
import { type Drafts, type StoredBlocks, toStoredBlocks } from './side-by-side-drafts.ts';

interface StoredBlocksOptions {
  userId: string;
  page: SideBySide;
  drafts: Drafts;
  /** Gets what closed pages have left behind. */
  onRecover: (stored: StoredBlocks) => void;
}

/** Stores unsaved texts in the browser until the server has them. */
export function useStoredBlocks({ userId, page, drafts, onRecover }: StoredBlocksOptions): void {
  const key = `blocks-${page.original.id}-${page.locale}`;
  const [localDrafts] = useState(() => openLocalDrafts<StoredBlocks>(userId));
  const recover = useEffectEvent(onRecover);
  const recovered = useRef<StoredDraft<StoredBlocks>[]>([]);
  const isSignedOut = useRef(false);
  const store = useEffectEvent(() => {
    if (!localDrafts || isSignedOut.current) return;
    if (drafts.size > 0) localDrafts.write(key, toStoredBlocks(page, drafts));
    else localDrafts.remove(key);
    for (const stored of recovered.current.splice(0)) localDrafts.removeDraft(stored);
  });

  useEffect(() => {
    if (!localDrafts) return undefined;
    let isCancelled = false;
    const recoverClosedPages = async () => {
      for (const stored of await findRecoverableDrafts(localDrafts, key)) {
        if (isCancelled) return;
        recovered.current.push(stored);
        recover(stored.copy);
      }
    };
    void recoverClosedPages();
    const stopWatching = localDrafts.watchPage({
      onHide: () => store(),
      onSignOut: () => {
        isSignedOut.current = true;
      },
    });
    return () => {
      isCancelled = true;
      stopWatching();
    };
  }, [localDrafts, key]);

  useEffect(() => {
    const timer = setTimeout(() => store(), drafts.size > 0 ? localDraftDelayMs : 0);
    return () => clearTimeout(timer);
  }, [drafts]);
}
