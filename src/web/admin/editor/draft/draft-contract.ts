import type { DeskDocument, DeskSave, PostFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';

export type SaveState =
  | { kind: 'untouched' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  | { kind: 'offline' }
  | { kind: 'failed'; error: string }
  | { kind: 'conflict'; current: DeskDocument }
  | { kind: 'signed-out' };

export type SaveResult<T = DeskDocument> =
  | { ok: true; value: T }
  | { ok: false; error: { code: string; error?: string } };

/** Why a call did not do what it was to do: `offline` where no answer came. */
export interface SaveRefusal {
  code: string;
  error?: string;
  status?: number | undefined;
  current?: DeskDocument | undefined;
}
export type ServerAnswer = { ok: true; value: DeskDocument } | { ok: false; error: SaveRefusal };

/** The two calls a draft makes. */
export interface DraftServer {
  /** Repeated with the same key, it gives the post that it made the first time. */
  create(save: DeskSave, idempotencyKey: string): Promise<ServerAnswer>;
  save(id: string, version: number, save: DeskSave): Promise<ServerAnswer>;
}

export interface DraftStart {
  locale: Locale;
  articleId?: string;
  /** Who writes: local copies are theirs alone. */
  writer?: Writer;
}
export interface Writer {
  id: string;
  email: string;
}

/** The texts of a conflict. */
export interface ThreeSides {
  /** What both began with, as the server gave it. */
  base: PostFields;
  /** The same as it was sent, with HTML in the editor's form. */
  known: PostFields;
  mine: PostFields;
  theirs: PostFields;
}

export interface Reconciler {
  /** Whether what the server keeps is what was sent, up to the form it gives to HTML. */
  isSame(sent: PostFields, kept: PostFields): Promise<boolean>;
  /** Both sides' changes together, where nobody need choose and the text stays as it was typed; else null. */
  merge(sides: ThreeSides): Promise<PostFields | null>;
}

/** What is typed, kept in the browser until the server has it. */
export interface LocalCopy {
  fields: PostFields;
  /** What it was made from. */
  base: PostFields;
  /** Of `base`; 0 for a post that is not made yet. */
  version: number;
  /** With which the making of a new post was, or would have been, asked for. */
  makeKey: string | null;
}

export interface DraftSnapshot {
  document: DeskDocument | null;
  fields: PostFields;
  state: SaveState;
  /** Grows when fields were replaced from outside. */
  epoch: number;
}
