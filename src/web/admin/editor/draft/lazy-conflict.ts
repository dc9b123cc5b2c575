import { loadCode } from '../../../browser/load-code.ts';
import type { DraftMerger } from './draft-types.ts';

const load = () => loadCode(import('../conflict/merge-drafts.ts'));

/** If the module can't be loaded, the user decides. */
export const lazyDraftMerger: DraftMerger = {
  merge: async (sides) => (await load())?.mergeWithoutConflicts(sides) ?? null,
};
