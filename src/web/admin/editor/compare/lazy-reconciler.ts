import type { Reconciler } from '../draft/draft-contract.ts';

const load = () => import('./reconcile.ts');

/** Comes with the comparison. Where it can not be had, nothing is taken to be the same, and the writer decides. */
export const lazyReconciler: Reconciler = {
  isSame: async (sent, kept) => (await loaded())?.isSameDraft(sent, kept) ?? false,
  merge: async (sides) => (await loaded())?.mergeQuietly(sides) ?? null,
};

async function loaded(): Promise<Awaited<ReturnType<typeof load>> | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
