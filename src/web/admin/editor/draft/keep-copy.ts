import type { PostFields } from '#desk/contract.ts';
import { localDraftDelayMs } from '../../../contract.ts';
import type { LocalDrafts } from './local-copies.ts';
import type { SaveQueue } from './save-queue.ts';

/** Keeps unsaved fields in the browser until the server has them. `flush` writes pending changes at once. */
export function syncLocalDraft(queue: SaveQueue, copies: LocalDrafts, getPostKey: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storedKey: string | null = null;
  let discardedFields: PostFields | null = null;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (queue.snapshot().fields === discardedFields) return;
    const post = getPostKey();
    if (storedKey !== null && storedKey !== post) copies.remove(storedKey);
    if (queue.isUnsaved()) storedKey = copies.write(post, queue.copy()) ? post : null;
    else if (storedKey !== null) {
      copies.remove(post);
      storedKey = null;
    }
  }

  const unsubscribe = queue.subscribe(() => {
    if (!queue.isUnsaved()) flush();
    else timer ??= setTimeout(flush, localDraftDelayMs);
  });
  return {
    flush,
    /** Stores nothing until the next change. */
    discard() {
      clearTimeout(timer);
      timer = undefined;
      if (storedKey !== null) copies.remove(storedKey);
      storedKey = null;
      discardedFields = queue.snapshot().fields;
    },
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
