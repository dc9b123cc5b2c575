import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import { autosaveMs, saveRetryMs } from '../../../contract.ts';
import type { LocalDraft, PendingSave, ResolvedDraft, SaveResult, SaveState } from './draft-types.ts';
import { applyLostSave, handleMerge, handleResponse } from './handle-response.ts';
import { emptyPostFields, hasContent, rebaseDraft } from './post-fields.ts';
import {
  applySaved,
  failedSave,
  isUnsaved,
  replaceText,
  type SaveQueueState,
  settle,
} from './save-queue-state.ts';
import { findSentSave, toSentSaves } from './sent-saves.ts';

export type SaveQueueEvent =
  | { type: 'changed'; patch: Partial<PostFields> }
  | { type: 'save-requested'; save: PendingSave }
  | { type: 'responded'; response: SaveResult }
  /** null if the user has to resolve the conflict. */
  | { type: 'conflict-merged'; resolved: ResolvedDraft | null }
  | { type: 'conflict-resolved'; current: EditorPost; fields: PostFields }
  | { type: 'replaced'; document: EditorPost }
  | { type: 'newer-version-found'; document: EditorPost }
  | { type: 'restored'; localDraft: LocalDraft }
  | { type: 'autosave-due' | 'online' | 'page-hidden' | 'signed-in' | 'started' | 'stopped' };

interface EventContext {
  now: number;
  /** For the save that the event may start. */
  saveId: string;
}

/** editing -> saving -> (merging) -> editing, or a problem. An event that changes nothing returns `state`. */
export function saveQueueReducer(
  state: SaveQueueState,
  event: SaveQueueEvent,
  context: EventContext,
): SaveQueueState {
  const before = state.settled.length === 0 ? state : { ...state, settled: [] };
  const after = startNextSave(applyEvent(before, event, context.now), context);
  return after === before ? state : { ...after, state: toSaveState(after) };
}

function applyEvent(state: SaveQueueState, event: SaveQueueEvent, now: number): SaveQueueState {
  switch (event.type) {
    case 'changed': {
      const changed = { ...state, fields: { ...state.fields, ...event.patch }, rebases: 0 };
      // A retry happens when it is due, even if typing goes on.
      if (state.failedAttempts > 0) return changed;
      return { ...changed, saveAt: null, problem: isBlocked(state) ? state.problem : null };
    }
    case 'save-requested':
      return { ...state, pendingSaves: [...state.pendingSaves, event.save], rebases: 0 };
    case 'autosave-due':
      return { ...state, saveAt: now };
    case 'responded':
      return handleResponse(state, event.response);
    case 'conflict-merged':
      return handleMerge(state, event.resolved);
    case 'conflict-resolved':
      return { ...replaceText(state, event.current, event.fields), saveAt: now };
    case 'replaced':
      return { ...replaceText(state, event.document, event.document.fields), isSaved: true };
    case 'newer-version-found': {
      const { document } = event;
      const rebased = state.running || isBlocked(state) ? null : rebaseDraft(state, document);
      if (!rebased) return state;
      const unconfirmed = document.version === state.baseVersion ? state.unconfirmed : [];
      return { ...applySaved({ ...state, saveAt: null }, document, rebased), unconfirmed };
    }
    case 'restored':
      return { ...restoreDraft(state, event.localDraft), saveAt: now };
    case 'online':
      return state.failedAttempts > 0 ? { ...state, saveAt: now } : state;
    case 'page-hidden':
      return state.failedAttempts === 0 ? { ...state, saveAt: now } : state;
    case 'signed-in':
      if (state.problem?.kind !== 'signed-out') return state;
      return { ...state, problem: null, rejected: null, saveAt: now };
    case 'started':
      return state.isStopped ? { ...state, isStopped: false } : state;
    case 'stopped':
      return { ...state, isStopped: true };
  }
}

const isBlocked = ({ problem }: SaveQueueState) =>
  problem?.kind === 'conflict' || problem?.kind === 'signed-out';

function needsAutosave(state: SaveQueueState): boolean {
  const isWorthCreating = state.document !== null || state.isKeyUsed || hasContent(state.fields);
  return isUnsaved(state) && isWorthCreating && !isBlocked(state) && state.fields !== state.rejected;
}

function toSaveState(state: SaveQueueState): SaveState {
  const { running, epoch, problem, document, fields, isSaved } = state;
  if (running?.epoch === epoch) return { kind: 'saving' };
  if (problem) return problem;
  const isStatusChanged = fields.status !== (document ?? emptyPostFields).status;
  if (isUnsaved(state) || isStatusChanged) return { kind: 'unsaved' };
  return { kind: isSaved ? 'saved' : 'untouched' };
}

/** One save at a time: the explicit ones first, then the autosave once it is due. */
function startNextSave(state: SaveQueueState, context: EventContext): SaveQueueState {
  const { now, saveId } = context;
  if (state.running || state.isStopped) return cancelAutosave(state);
  const [save, ...pendingSaves] = state.pendingSaves;
  if (save) {
    const rest = { ...state, pendingSaves };
    const result = toImmediateResult(state, save);
    return result ? startNextSave(settle(rest, save, result), context) : startSave(rest, save, saveId);
  }
  if (!needsAutosave(state)) return cancelAutosave(state);
  if (state.saveAt === null) return scheduleAutosave(state, now);
  return state.saveAt <= now ? startSave(state, null, saveId) : state;
}

function toImmediateResult(state: SaveQueueState, { mode }: PendingSave): SaveResult | null {
  if (state.problem?.kind === 'conflict') return failedSave('post.conflict');
  const { document } = state;
  return mode === 'autosave' && document && !isUnsaved(state) ? { ok: true, value: document } : null;
}

function startSave(state: SaveQueueState, save: PendingSave | null, newId: string): SaveQueueState {
  const { fields: sent, epoch } = state;
  const last = state.unconfirmed.at(-1);
  const isAutosave = save === null;
  const isRetry = isAutosave && last?.isAutosave && last.sent === sent;
  const running = { id: isRetry ? last.id : newId, sent, isAutosave, save, epoch, conflictingPost: null };
  const isKeyUsed = state.isKeyUsed || state.document === null;
  return { ...cancelAutosave(state), running, isKeyUsed, problem: null };
}

/** Waits for a pause in typing or, after failures, with exponential backoff. */
function scheduleAutosave(state: SaveQueueState, now: number): SaveQueueState {
  const { failedAttempts } = state;
  const firstChangeAt = state.firstChangeAt ?? now;
  const saveAt =
    failedAttempts > 0
      ? now + Math.min(saveRetryMs.longest, saveRetryMs.first * 2 ** (failedAttempts - 1))
      : Math.min(now + autosaveMs.quiet, firstChangeAt + autosaveMs.longest);
  return { ...state, firstChangeAt, saveAt };
}

function cancelAutosave(state: SaveQueueState): SaveQueueState {
  if (state.saveAt === null && state.firstChangeAt === null) return state;
  return { ...state, saveAt: null, firstChangeAt: null };
}

/** Continues from a recovered draft; reports a conflict if the server has another version, and not one of its saves. */
function restoreDraft(
  state: SaveQueueState,
  { fields, base, version, makeKey, unconfirmed = [] }: LocalDraft,
): SaveQueueState {
  const { document } = state;
  const replaced = replaceText(state, document, fields);
  const restored = { ...replaced, unconfirmed: toSentSaves(unconfirmed, fields) };
  if (!document) return makeKey === null ? restored : { ...restored, idempotencyKey: makeKey };
  if (document.version === version) return restored;
  const lostSave = findSentSave(restored.unconfirmed, version, document);
  if (lostSave) return applyLostSave({ ...restored, base }, lostSave, document);
  const problem = { kind: 'conflict', current: document } as const;
  return { ...restored, base, baseVersion: version, known: base, problem };
}
