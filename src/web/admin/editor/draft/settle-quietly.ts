import type { PostFields } from '#desk/contract.ts';
import type { DraftMerger, MergeInput } from './draft-contract.ts';
import { changedFields } from './draft-fields.ts';

interface Settled {
  /** The server's version, in the form in which it was sent. */
  known: PostFields;
  fields: PostFields;
}

/**
 * Resolves a conflict without the user: the other version is our own save whose response was lost (one of
 * `unconfirmed`), or both sides' changes merge and the text stays as typed. Returns null otherwise. `texts`
 * returns the versions at the time of the call.
 */
export async function resolveConflict(
  reconciler: DraftMerger,
  { unconfirmed, texts }: { unconfirmed: PostFields[]; texts: () => MergeInput },
): Promise<Settled | null> {
  for (const sent of unconfirmed) {
    const { theirs } = texts();
    if (!(await reconciler.isSame(sent, theirs))) continue;
    const { base, mine } = texts();
    const status = mine.status === base.status ? theirs.status : mine.status;
    return { known: { ...sent, status: theirs.status }, fields: { ...mine, status } };
  }
  const input = texts();
  const merged = await reconciler.merge(input);
  if (!merged) return null;
  const { known, mine, theirs } = input;
  const content = mine.content === known.content ? merged.content : theirs.content;
  // Keep what was typed during the comparison.
  return { known: { ...theirs, content }, fields: { ...merged, ...changedFields(mine, texts().mine) } };
}
