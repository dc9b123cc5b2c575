import type { EditorPost } from '#blog/editing-contract.ts';
import type { ResolvedDraft, SaveError, SaveProblem, SaveResult } from './draft-types.ts';
import { applyServerFields } from './post-fields.ts';
import {
  applySaved,
  failedSave,
  isUnsaved,
  type RunningSave,
  requeue,
  type SaveQueueState,
  settle,
} from './save-queue-state.ts';
import { addSentSave, findSentSave, type SentSave } from './sent-saves.ts';

/** Consecutive conflicts that are resolved without the user. */
const rebaseLimit = 5;
const retryableStatuses = [408, 425, 429];

const isOutdated = ({ running, epoch, isStopped }: SaveQueueState) => running?.epoch !== epoch || isStopped;

export function handleResponse(state: SaveQueueState, response: SaveResult): SaveQueueState {
  const { running } = state;
  if (!running) return state;
  const idle = { ...state, running: null };
  if (isOutdated(state)) return settle(idle, running.save, failedSave('draft.replaced'));
  if (response.ok && state.document) return acceptPost(idle, running, response.value);
  if (response.ok) return handlePost(state, running, response.value);
  const { current } = response.error;
  return current ? handlePost(state, running, current) : handleError(idle, running, response.error);
}

/** The post of a conflict or of a repeated create: its `save_id` tells whether one of our saves made it. */
function handlePost(state: SaveQueueState, running: RunningSave, post: EditorPost): SaveQueueState {
  const idle = { ...state, running: null };
  const { baseVersion, unconfirmed } = state;
  if (findSentSave([running], baseVersion, post)) return acceptPost(idle, running, post);
  const lostSave = findSentSave(unconfirmed, baseVersion, post);
  if (lostSave) return requeue(applyLostSave(idle, lostSave, post), running.save);
  const rebases = state.rebases + 1;
  // Of a creation that the server stored, only the requests are known. The first certainly has nothing that was typed
  // later, which would count as removed by the other side.
  const created = state.document ? null : unconfirmed[0]?.sent;
  const merging = {
    ...state,
    ...(created && { base: created, known: created }),
    rebases,
    running: { ...running, conflictingPost: post },
  };
  return rebases <= rebaseLimit ? merging : handleMerge(merging, null);
}

export function handleMerge(state: SaveQueueState, resolved: ResolvedDraft | null) {
  const { running } = state;
  if (!running?.conflictingPost) return state;
  const { save, conflictingPost: current } = running;
  const idle = { ...state, running: null };
  if (isOutdated(state)) return settle(idle, save, failedSave('draft.replaced'));
  if (resolved) return requeue(applySaved(idle, current, resolved), save);
  return settle({ ...idle, problem: { kind: 'conflict', current } }, save, failedSave('post.conflict'));
}

function acceptPost(state: SaveQueueState, { sent, save }: RunningSave, document: EditorPost) {
  const isExplicit = save !== null && save.mode !== 'autosave';
  const known = applyServerFields(sent, sent, document, isExplicit);
  const saved = { known, fields: applyServerFields(state.fields, sent, document, isExplicit) };
  return settle(applySaved(state, document, saved), save, { ok: true, value: document });
}

/** The text stays as typed; later changes go on top. */
export function applyLostSave(
  state: SaveQueueState,
  { sent }: SentSave,
  document: EditorPost,
): SaveQueueState {
  const { fields, base } = state;
  const status = fields.status === base.status ? document.status : fields.status;
  const known = { ...(sent ?? document.fields), status: document.status };
  return applySaved(state, document, { known, fields: { ...fields, status } });
}

function handleError(state: SaveQueueState, running: RunningSave, error: SaveError) {
  const { unconfirmed, failedAttempts } = state;
  const { id, sent, isAutosave, save } = running;
  const { status = 0 } = error;
  // The server may have stored the save although the response doesn't say so.
  const isOutcomeUnknown = error.code === 'offline' || error.code === 'answer.unreadable' || status >= 500;
  const isTransient = isOutcomeUnknown || retryableStatuses.includes(status);
  const willRetry = isTransient && isUnsaved(state);
  const failed = {
    ...state,
    failedAttempts: willRetry ? failedAttempts + 1 : 0,
    problem: isTransient && !willRetry ? null : toProblem(error),
    ...(isOutcomeUnknown && { unconfirmed: addSentSave(unconfirmed, { id, sent, isAutosave }) }),
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
