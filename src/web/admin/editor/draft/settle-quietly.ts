import type { PostFields } from '#desk/contract.ts';
import type { Reconciler, ThreeSides } from './draft-contract.ts';
import { changedFields } from './draft-fields.ts';

interface Settled {
  /** What the server has, in the form it was sent in. */
  known: PostFields;
  fields: PostFields;
}

/**
 * Whether a conflict needs nobody: the other version is our own save whose answer was lost (one of `arrivals`), or its
 * changes and ours go together and the text stays as it was typed. Else null. `texts`: as they are at that moment.
 */
export async function settleQuietly(
  reconciler: Reconciler,
  { arrivals, texts }: { arrivals: PostFields[]; texts: () => ThreeSides },
): Promise<Settled | null> {
  for (const sent of arrivals) {
    const { theirs } = texts();
    if (!(await reconciler.isSame(sent, theirs))) continue;
    const { base, mine } = texts();
    const status = mine.status === base.status ? theirs.status : mine.status;
    return { known: { ...sent, status: theirs.status }, fields: { ...mine, status } };
  }
  const compared = texts();
  const merged = await reconciler.merge(compared);
  if (!merged) return null;
  const { known, mine, theirs } = compared;
  const content = mine.content === known.content ? merged.content : theirs.content;
  // What was typed during the comparison stays.
  return { known: { ...theirs, content }, fields: { ...merged, ...changedFields(mine, texts().mine) } };
}
