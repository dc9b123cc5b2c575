import type { PostKind } from '#blog/contract.ts';
import type { EditorPost, PostFields, SavePostRequest } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Result } from '#platform/result.ts';
import type { StoredSave } from './sent-saves.ts';

export type SaveState = { kind: 'untouched' | 'unsaved' | 'saving' | 'saved' } | SaveProblem;

export type SaveProblem =
  | { kind: 'offline' }
  | { kind: 'failed'; error: string }
  | { kind: 'conflict'; current: EditorPost }
  | { kind: 'signed-out' };

/** The code `offline` means that no response arrived. */
export interface SaveError {
  code: string;
  error?: string;
  status?: number | undefined;
  current?: EditorPost | undefined;
}
export type SaveResult = Result<EditorPost, SaveError>;

/** An explicit save, or a flush with the mode `autosave`. */
export interface PendingSave {
  mode: SavePostRequest['mode'];
  scheduledAt: string | undefined;
  settle(result: SaveResult): void;
}

export interface DraftApi {
  /** Idempotent: the same key returns the post that the first call created. */
  create(save: SavePostRequest, idempotencyKey: string): Promise<SaveResult>;
  save(id: string, version: number, save: SavePostRequest): Promise<SaveResult>;
}

export interface DraftOptions {
  kind?: PostKind;
  locale: Locale;
  articleId?: string;
}
export interface SessionUser {
  id: string;
  email: string;
}

export interface MergeInput {
  /** The common ancestor, as the server returned it. */
  base: PostFields;
  /** The common ancestor as it was sent, with the editor's HTML. */
  known: PostFields;
  mine: PostFields;
  theirs: PostFields;
}

export interface DraftMerger {
  /** Merges both sides; null if the user must choose or the text would change. */
  merge(sides: MergeInput): Promise<PostFields | null>;
}

export interface ResolvedDraft {
  known: PostFields;
  fields: PostFields;
}

export interface LocalDraft {
  fields: PostFields;
  base: PostFields;
  /** Version of `base`; 0 for a post that isn't created yet. */
  version: number;
  /** Idempotency key for creating the post; null if it exists. */
  makeKey: string | null;
  /** Saves without a response; missing if there are none. */
  unconfirmed?: readonly StoredSave[];
}

export interface DraftSnapshot {
  document: EditorPost | null;
  fields: PostFields;
  state: SaveState;
  /** Incremented when fields are replaced from outside. */
  epoch: number;
}
