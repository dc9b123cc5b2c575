import type { DraftMerger } from '../draft/draft-contract.ts';

const load = () => import('./reconcile.ts');

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
