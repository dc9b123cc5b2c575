import type { EditorPost, PostFields } from '#blog/editing-contract.ts';
import { autosaveMs, saveRetryMs } from '../../../contract.ts';
import type {
  DraftSnapshot,
  LocalDraft,
  PendingSave,
  ResolvedDraft,
  SaveError,
  SaveProblem,
  SaveResult,
  SaveState,
} from './draft-types.ts';
import { applyServerFields, emptyPostFields, hasContent, isUnsaved, rebaseDraft } from './post-fields.ts';

/** Consecutive conflicts that are resolved without the user. */
const rebaseLimit = 5;
/** Unconfirmed versions to remember while no response arrives. */
const unconfirmedLimit = 10;
const retryableStatuses = [408, 425, 429];

interface RunningSave {
  sent: PostFields;
  /** null for an autosave. */
  save: PendingSave | null;
  /** The result is ignored if the text has been replaced since. */
  epoch: number;
  /** Set while another version of the server is compared with this one. */
  conflictingPost: EditorPost | null;
}

/** Three versions of the text: `fields` (current), `known` (as sent) and `base` (as the server returned it). */
export interface SaveQueueState extends DraftSnapshot {
  base: PostFields;
  known: PostFields;
  /** Sent without a response: the server may have stored one of them. */
  unconfirmed: readonly PostFields[];
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

export type SaveQueueEvent =
  | { type: 'changed'; patch: Partial<PostFields> }
  | { type: 'save-requested'; save: PendingSave }
  | { type: 'responded'; response: SaveResult }
  /** null if the user has to resolve the conflict. */
  | { type: 'conflict-compared'; resolved: ResolvedDraft | null }
  | { type: 'conflict-resolved'; current: EditorPost; fields: PostFields }
  | { type: 'replaced'; document: EditorPost }
  | { type: 'newer-version-found'; document: EditorPost }
  | { type: 'restored'; localDraft: LocalDraft }
  | { type: 'autosave-due' | 'online' | 'page-hidden' | 'signed-in' | 'started' | 'stopped' };

const noFailures = { unconfirmed: [], rejected: null, failedAttempts: 0, problem: null };

export function createSaveQueueState(document: EditorPost | null, idempotencyKey: string): SaveQueueState {
  const fields = document?.fields ?? emptyPostFields;
  return {
    document,
    fields,
    state: { kind: 'untouched' },
    epoch: 0,
    base: fields,
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

/** editing -> saving -> (comparing) -> editing, or a problem. An event that changes nothing returns `state`. */
export function saveQueueReducer(state: SaveQueueState, event: SaveQueueEvent, now: number): SaveQueueState {
  const before = state.settled.length === 0 ? state : { ...state, settled: [] };
  const after = startNextSave(applyEvent(before, event, now), now);
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
    case 'conflict-compared':
      return handleComparison(state, event.resolved);
    case 'conflict-resolved':
      return { ...replaceText(state, event.current, event.fields), saveAt: now };
    case 'replaced':
      return { ...replaceText(state, event.document, event.document.fields), isSaved: true };
    case 'newer-version-found': {
      const rebased = state.running || isBlocked(state) ? null : rebaseDraft(state, event.document);
      return rebased ? applySaved({ ...state, saveAt: null }, event.document, rebased) : state;
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
function startNextSave(state: SaveQueueState, now: number): SaveQueueState {
  if (state.running || state.isStopped) return cancelAutosave(state);
  const [save, ...pendingSaves] = state.pendingSaves;
  if (save) {
    const rest = { ...state, pendingSaves };
    const result = toImmediateResult(state, save);
    return result ? startNextSave(settle(rest, save, result), now) : startSave(rest, save);
  }
  if (!needsAutosave(state)) return cancelAutosave(state);
  if (state.saveAt === null) return scheduleAutosave(state, now);
  return state.saveAt <= now ? startSave(state, null) : state;
}

function toImmediateResult(state: SaveQueueState, { mode }: PendingSave): SaveResult | null {
  if (state.problem?.kind === 'conflict') return fail('post.conflict');
  const { document } = state;
  return mode === 'autosave' && document && !isUnsaved(state) ? { ok: true, value: document } : null;
}

function startSave(state: SaveQueueState, save: PendingSave | null): SaveQueueState {
  const running = { sent: state.fields, save, epoch: state.epoch, conflictingPost: null };
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

const fail = (code: string): SaveResult => ({ ok: false, error: { code } });

function settle(state: SaveQueueState, save: PendingSave | null, result: SaveResult): SaveQueueState {
  return save ? { ...state, settled: [...state.settled, { save, result }] } : state;
}

function requeue(state: SaveQueueState, save: PendingSave | null): SaveQueueState {
  return save ? { ...state, pendingSaves: [save, ...state.pendingSaves] } : state;
}

const isOutdated = ({ running, epoch, isStopped }: SaveQueueState) => running?.epoch !== epoch || isStopped;

function handleResponse(state: SaveQueueState, response: SaveResult): SaveQueueState {
  const { running } = state;
  if (!running) return state;
  const idle = { ...state, running: null };
  if (isOutdated(state)) return settle(idle, running.save, fail('draft.replaced'));
  if (response.ok) return acceptPost(idle, running, response.value);
  const { error } = response;
  if (error.code !== 'post.conflict' || !error.current) return handleError(idle, running, error);
  const rebases = state.rebases + 1;
  const comparing = { ...state, rebases, running: { ...running, conflictingPost: error.current } };
  return rebases <= rebaseLimit ? comparing : handleComparison(comparing, null);
}

function handleComparison(state: SaveQueueState, resolved: ResolvedDraft | null) {
  const { running } = state;
  if (!running?.conflictingPost) return state;
  const { save, conflictingPost: current } = running;
  const idle = { ...state, running: null };
  if (isOutdated(state)) return settle(idle, save, fail('draft.replaced'));
  if (resolved) return requeue(applySaved(idle, current, resolved), save);
  return settle({ ...idle, problem: { kind: 'conflict', current } }, save, fail('post.conflict'));
}

function acceptPost(state: SaveQueueState, { sent, save }: RunningSave, document: EditorPost) {
  const { fields, base, unconfirmed } = state;
  const status = fields.status === base.status ? document.status : fields.status;
  if (state.document === null && unconfirmed.length > 0) {
    // A repeated create returns the post of the first request; later changes go on top of it.
    const created = { known: document.fields, fields: { ...fields, status } };
    return requeue(applySaved(state, document, created), save);
  }
  const isExplicit = save !== null && save.mode !== 'autosave';
  const known = applyServerFields(sent, sent, document, isExplicit);
  const saved = { known, fields: applyServerFields(fields, sent, document, isExplicit) };
  return settle(applySaved(state, document, saved), save, { ok: true, value: document });
}

function handleError(state: SaveQueueState, { sent, save }: RunningSave, error: SaveError) {
  const { unconfirmed, failedAttempts } = state;
  const { status = 0 } = error;
  // The server may have stored the save although the response doesn't say so.
  const isOutcomeUnknown = error.code === 'offline' || error.code === 'answer.unreadable' || status >= 500;
  const isTransient = isOutcomeUnknown || retryableStatuses.includes(status);
  const willRetry = isTransient && isUnsaved(state);
  const isUnconfirmed = isOutcomeUnknown && unconfirmed.at(-1) !== sent;
  const failed = {
    ...state,
    failedAttempts: willRetry ? failedAttempts + 1 : 0,
    problem: isTransient && !willRetry ? null : toProblem(error),
    // The server stored at most one of them, most likely one of the first or the last.
    ...(isUnconfirmed && { unconfirmed: [...unconfirmed.slice(0, unconfirmedLimit), sent] }),
    // An explicit save may be rejected for its mode, so its text is still autosaved.
    ...(!save && { rejected: willRetry ? null : sent }),
  };
  return settle(failed, save, { ok: false, error });
}

function toProblem({ code, error }: SaveError): SaveProblem {
  if (code === 'offline') return { kind: 'offline' };
  if (code === 'request.anonymous') return { kind: 'signed-out' };
  return { kind: 'failed', error: error ?? code };
}

function applySaved(
  state: SaveQueueState,
  document: EditorPost,
  { known, fields }: ResolvedDraft,
): SaveQueueState {
  return { ...state, ...noFailures, document, known, fields, base: document.fields, isSaved: true };
}

function replaceText(state: SaveQueueState, document: EditorPost | null, fields: PostFields): SaveQueueState {
  const known = document?.fields ?? emptyPostFields;
  const { epoch } = state;
  return { ...state, ...noFailures, document, fields, known, base: known, epoch: epoch + 1, rebases: 0 };
}

/** Continues from a recovered draft; reports a conflict if the server has another version. */
function restoreDraft(state: SaveQueueState, { fields, base, version, makeKey }: LocalDraft): SaveQueueState {
  const { document } = state;
  const restored = replaceText(state, document, fields);
  if (!document) {
    return makeKey === null ? restored : { ...restored, idempotencyKey: makeKey, unconfirmed: [fields] };
  }
  if (document.version === version) return restored;
  return { ...restored, base, known: base, problem: { kind: 'conflict', current: document } };
}
