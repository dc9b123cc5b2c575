import type { EditorPost, PostFields } from '#desk/contract.ts';
import { applyServerFields, hasSameContent } from './draft-fields.ts';

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
