import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import type { DraftMerger, MergeInput } from './draft-types.ts';
import { applyServerFields, changedFields, hasSameContent } from './post-fields.ts';

/**
 * Rebases the form onto a later server version with the same text. Returns null if that version is older or
 * has another text; the next save then resolves it.
 */
export function rebaseDraft(
  now: { document: EditorPost | null; fields: PostFields; base: PostFields; known: PostFields },
  document: EditorPost,
): { known: PostFields; fields: PostFields } | null {
  const { base, fields: editedFields } = now;
  if (now.document?.id !== document.id || document.version < now.document.version) return null;
  if (!hasSameContent(applyServerFields(base, base, document, true), document.fields)) return null;
  const known = applyServerFields(now.known, now.known, document, true);
  const fields = applyServerFields(editedFields, now.known, document, true);
  const status = document.status === base.status ? fields.status : document.status;
  return { known, fields: { ...fields, status } };
}

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
