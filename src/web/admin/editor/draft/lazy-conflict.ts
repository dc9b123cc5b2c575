import type { DraftMerger } from './draft-types.ts';

const load = () => import('../conflict/merge-drafts.ts');

/** If the module can't be loaded, nothing counts as equal and the user decides. */
export const lazyDraftMerger: DraftMerger = {
  isSame: async (sent, stored) => (await tryLoad())?.isSameDraft(sent, stored) ?? false,
  merge: async (sides) => (await tryLoad())?.mergeWithoutConflicts(sides) ?? null,
};

async function tryLoad(): Promise<Awaited<ReturnType<typeof load>> | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

export const loadConflictDialog = () => import('../conflict/conflict-dialog.tsx');

/** Preload while online: a new release may remove this chunk from the server before it is needed. */
export function preloadConflictDialog(): void {
  void loadConflictDialog().catch((error: unknown) => {
    // The import is retried when the dialog is needed.
    if (!(error instanceof TypeError)) throw error;
  });
}
