import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import type { DraftMerger, MergeInput } from './draft-types.ts';
import { applyServerFields, getChangedFields, hasSameContent } from './post-fields.ts';

/** Returns null if `document` is older or has another text; the next save then resolves it. */
export function rebaseDraft(
  current: { document: EditorPost | null; fields: PostFields; base: PostFields; known: PostFields },
  document: EditorPost,
): ResolvedDraft | null {
  const { base, fields: currentFields } = current;
  if (current.document?.id !== document.id || document.version < current.document.version) return null;
  if (!hasSameContent(applyServerFields(base, base, document, true), document.fields)) return null;
  const known = applyServerFields(current.known, current.known, document, true);
  const fields = applyServerFields(currentFields, current.known, document, true);
  const status = document.status === base.status ? fields.status : document.status;
  return { known, fields: { ...fields, status } };
}

export interface ResolvedDraft {
  known: PostFields;
  fields: PostFields;
}

/**
 * Returns null unless the other version is one of `unconfirmed` (our own save whose response was lost) or the
 * changes of both sides merge and the text stays as typed.
 */
export async function resolveConflict(
  merger: DraftMerger,
  { unconfirmed, getMergeInput }: { unconfirmed: readonly PostFields[]; getMergeInput: () => MergeInput },
): Promise<ResolvedDraft | null> {
  for (const sent of unconfirmed) {
    const { theirs } = getMergeInput();
    if (!(await merger.isSame(sent, theirs))) continue;
    const { base, mine } = getMergeInput();
    const status = mine.status === base.status ? theirs.status : mine.status;
    return { known: { ...sent, status: theirs.status }, fields: { ...mine, status } };
  }
  const input = getMergeInput();
  const merged = await merger.merge(input);
  if (!merged) return null;
  const { known, mine, theirs } = input;
  const content = mine.content === known.content ? merged.content : theirs.content;
  // The user may have typed during the comparison.
  return {
    known: { ...theirs, content },
    fields: { ...merged, ...getChangedFields(mine, getMergeInput().mine) },
  };
}
