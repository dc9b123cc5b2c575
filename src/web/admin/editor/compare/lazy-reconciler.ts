import type { Reconciler } from '../draft/draft-contract.ts';

/** Needed by few pages: loaded at the first conflict. */
export const lazyReconciler: Reconciler = {
  isSame: async (sent, kept) => (await import('./reconcile.ts')).isSameDraft(sent, kept),
  merge: async (sides) => (await import('./reconcile.ts')).mergeQuietly(sides),
};
