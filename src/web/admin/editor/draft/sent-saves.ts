import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import { hasSameContent } from './post-fields.ts';

/** A save without a response: the server may have stored it. */
export interface SentSave {
  /** The request's `save_id`. */
  id: string;
  /** null if the text is no longer known, only the id. */
  sent: PostFields | null;
  isAutosave: boolean;
}

/** A `SentSave` in a local draft. `isSame`: of the draft's text. */
export interface StoredSave {
  id: string;
  isSame: boolean;
}

/** The server stores at most one of them, most likely one of the last: older ones keep only their id. */
const textLimit = 10;

export function addSentSave(saves: readonly SentSave[], save: SentSave): readonly SentSave[] {
  if (saves.at(-1)?.id === save.id) return saves;
  const older = saves.slice(0, -textLimit).map((other) => ({ ...other, sent: null }));
  return [...older, ...saves.slice(-textLimit), save];
}

/**
 * Finds the save that made this version of the post. It can only be the one after `baseVersion`, which it changed: a
 * node of an earlier version leaves the id as it is.
 */
export function findSentSave<Save extends { id: string }>(
  saves: readonly Save[],
  baseVersion: number,
  post: EditorPost | null,
): Save | undefined {
  return post?.version === baseVersion + 1 ? saves.find(({ id }) => id === post.save_id) : undefined;
}

export function toStoredSaves(saves: readonly SentSave[], fields: PostFields): StoredSave[] {
  return saves.map(({ id, sent }) => ({ id, isSame: sent !== null && hasSameContent(sent, fields) }));
}

export function toSentSaves(saves: readonly StoredSave[], fields: PostFields): SentSave[] {
  return saves.map(({ id, isSame }) => ({ id, sent: isSame ? fields : null, isAutosave: false }));
}
