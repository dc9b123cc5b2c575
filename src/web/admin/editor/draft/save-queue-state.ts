import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import type { DraftSnapshot, PendingSave, ResolvedDraft, SaveProblem, SaveResult } from './draft-types.ts';
import { emptyPostFields, hasSameContent } from './post-fields.ts';
import type { SentSave } from './sent-saves.ts';

export interface RunningSave extends SentSave {
  sent: PostFields;
  /** null for an autosave. */
  save: PendingSave | null;
  /** The result is ignored if the text has been replaced since. */
  epoch: number;
  /** Set while another version of the server is merged with this one. */
  conflictingPost: EditorPost | null;
}

/** Three versions of the text: `fields` (current), `known` (as sent) and `base` (as the server returned it). */
export interface SaveQueueState extends DraftSnapshot {
  base: PostFields;
  /** 0 before the post is created. In a restored conflict, older than `document`. */
  baseVersion: number;
  known: PostFields;
  unconfirmed: readonly SentSave[];
  /** The server's rejection of these fields was final; they are not sent again unchanged. */
  rejected: PostFields | null;
  idempotencyKey: string;
  isKeyUsed: boolean;
  running: RunningSave | null;
  pendingSaves: readonly PendingSave[];
  /** Completed by the last event. */
  settled: readonly { save: PendingSave; result: SaveResult }[];
  /** Milliseconds since 1970; null unless an autosave waits. */
  saveAt: number | null;
  firstChangeAt: number | null;
  /** Why the last save failed; null while another one is running. */
  problem: SaveProblem | null;
  failedAttempts: number;
  rebases: number;
  isSaved: boolean;
  isStopped: boolean;
}

const noFailures = { unconfirmed: [], rejected: null, failedAttempts: 0, problem: null };

export function createSaveQueueState(document: EditorPost | null, idempotencyKey: string): SaveQueueState {
  const fields = document?.fields ?? emptyPostFields;
  return {
    document,
    fields,
    state: { kind: 'untouched' },
    epoch: 0,
    base: fields,
    baseVersion: document?.version ?? 0,
    known: fields,
    idempotencyKey,
    isKeyUsed: false,
    running: null,
    pendingSaves: [],
    settled: [],
    saveAt: null,
    firstChangeAt: null,
    ...noFailures,
    rebases: 0,
    isSaved: false,
    isStopped: false,
  };
}

/** After a save without a response, an undone change too: the server may have stored the text from before. */
export function isUnsaved({ fields, known, unconfirmed }: SaveQueueState): boolean {
  const isSame = (other: PostFields | null) => other !== null && hasSameContent(other, fields);
  return !isSame(known) || unconfirmed.some(({ sent }) => !isSame(sent));
}

export const failedSave = (code: string): SaveResult => ({ ok: false, error: { code } });

export function settle(state: SaveQueueState, save: PendingSave | null, result: SaveResult): SaveQueueState {
  return save ? { ...state, settled: [...state.settled, { save, result }] } : state;
}

export function requeue(state: SaveQueueState, save: PendingSave | null): SaveQueueState {
  return save ? { ...state, pendingSaves: [save, ...state.pendingSaves] } : state;
}

export function applySaved(
  state: SaveQueueState,
  document: EditorPost,
  { known, fields }: ResolvedDraft,
): SaveQueueState {
  const { fields: base, version: baseVersion } = document;
  return { ...state, ...noFailures, document, known, fields, base, baseVersion, isSaved: true };
}

export function replaceText(
  state: SaveQueueState,
  document: EditorPost | null,
  fields: PostFields,
): SaveQueueState {
  const known = document?.fields ?? emptyPostFields;
  return {
    ...state,
    ...noFailures,
    document,
    fields,
    known,
    base: known,
    baseVersion: document?.version ?? 0,
    epoch: state.epoch + 1,
    rebases: 0,
  };
}
