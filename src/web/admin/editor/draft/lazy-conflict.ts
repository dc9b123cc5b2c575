import { loadCode } from '../../../browser/load-code.ts';
import type { DraftMerger } from './draft-types.ts';

const load = () => loadCode(import('../conflict/merge-drafts.ts'));

/** If the module can't be loaded, nothing counts as equal and the user decides. */
export const lazyDraftMerger: DraftMerger = {
  isSame: async (sent, stored) => (await load())?.isSameDraft(sent, stored) ?? false,
  merge: async (sides) => (await load())?.mergeWithoutConflicts(sides) ?? null,
};
