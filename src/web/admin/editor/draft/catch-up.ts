import type { DeskDocument, PostFields } from '#desk/contract.ts';
import { isSameText, withSettled } from './draft-fields.ts';

/**
 * What the form has and what the server is known to have, once the server's post is at a later version with the same
 * text. null: it is older, or somebody changed its text; then the next save settles it.
 */
export function catchUpWith(
  now: { document: DeskDocument | null; fields: PostFields; base: PostFields; known: PostFields },
  document: DeskDocument,
): { known: PostFields; fields: PostFields } | null {
  const { base, fields: typed } = now;
  if (now.document?.id !== document.id || document.version < now.document.version) return null;
  if (!isSameText(withSettled(base, base, document, true), document.fields)) return null;
  const known = withSettled(now.known, now.known, document, true);
  const fields = withSettled(typed, now.known, document, true);
  const status = document.status === base.status ? fields.status : document.status;
  return { known, fields: { ...fields, status } };
}
