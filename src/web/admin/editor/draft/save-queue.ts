import { createStore } from 'zustand';
import type { EditorPost, PostFields, SavePostRequest } from '#blog/editing-contract.ts';
import { createId } from '../../../browser/create-id.ts';
import { saveTimeoutMs } from '../../../contract.ts';
import type {
  DraftApi,
  DraftMerger,
  DraftOptions,
  DraftSnapshot,
  LocalDraft,
  MergeInput,
  ResolvedDraft,
  SaveResult,
} from './draft-types.ts';
import { emptyPostFields, getChangedFields } from './post-fields.ts';
import { type SaveQueueEvent, saveQueueReducer } from './save-queue-reducer.ts';
import {
  createSaveQueueState,
  isUnsaved,
  type RunningSave,
  type SaveQueueState,
} from './save-queue-state.ts';
import { addSentSave, toStoredSaves } from './sent-saves.ts';

export type SaveQueue = ReturnType<typeof createSaveQueue>;

/** Sends one save at a time, each based on the previous response. `saveQueueReducer` decides; this acts. */
export function createSaveQueue(deps: {
  initialPost: EditorPost | null;
  options: DraftOptions;
  server: DraftApi;
  merger: DraftMerger;
  /** Dispatches the changes that the text editor reports only after a pause. */
  reportTypedText?: () => void;
}) {
  const { server, merger, reportTypedText = () => undefined } = deps;
  const store = createStore<SaveQueueState>(() => createSaveQueueState(deps.initialPost, createId()));
  const { getState } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dispatch(event: SaveQueueEvent): void {
    const before = getState();
    const after = saveQueueReducer(before, event, { now: Date.now(), saveId: createId() });
    if (after === before) return;
    store.setState(after, true);
    for (const { save, result } of after.settled) save.settle(result);
    if (after.saveAt !== before.saveAt) {
      clearTimeout(timer);
      if (after.saveAt !== null)
        timer = setTimeout(() => dispatch({ type: 'autosave-due' }), after.saveAt - Date.now());
    }
    if (after.running && after.running !== before.running)
      perform(after.running).catch((error: unknown) => {
        dispatch({ type: 'responded', response: { ok: false, error: { code: 'unexpected', error: '' } } });
        throw error;
      });
  }

  async function perform(running: RunningSave): Promise<void> {
    const { conflictingPost } = running;
    if (conflictingPost === null) {
      dispatch({ type: 'responded', response: await withSaveTimeout(send(running)) });
      return;
    }
    dispatch({ type: 'conflict-merged', resolved: await resolveConflict(conflictingPost.fields) });
  }

  /** Returns null unless the changes of both sides merge and the text stays as typed. */
  async function resolveConflict(theirs: PostFields): Promise<ResolvedDraft | null> {
    const input = getMergeInput(theirs);
    const merged = await merger.merge(input);
    if (!merged) return null;
    const { known, mine } = input;
    const content = mine.content === known.content ? merged.content : theirs.content;
    // The user may have typed during the comparison.
    const typed = getChangedFields(mine, getState().fields);
    return { known: { ...theirs, content }, fields: { ...merged, ...typed } };
  }

  function send(running: RunningSave): Promise<SaveResult> {
    const { document, idempotencyKey } = getState();
    const request = buildSaveRequest(running, document, deps.options);
    return document
      ? server.save(document.id, document.version, request)
      : server.create(request, idempotencyKey);
  }

  function getMergeInput(theirs: PostFields): MergeInput {
    const { base, known, fields: mine } = getState();
    return { base, known, mine, theirs };
  }

  function save(mode: SavePostRequest['mode'], scheduledAt?: string): Promise<SaveResult> {
    reportTypedText();
    return new Promise((settle) => {
      dispatch({ type: 'save-requested', save: { mode, scheduledAt, settle } });
    });
  }

  return {
    store,
    /** Includes changes since the last render, and typed text. */
    getSnapshot(): DraftSnapshot {
      reportTypedText();
      return getState();
    },
    isUnsaved: () => isUnsaved(getState()),
    getMergeInput,
    toLocalDraft(): LocalDraft {
      const { fields, base, baseVersion, document, idempotencyKey, unconfirmed, running } = getState();
      const saves = running ? addSentSave(unconfirmed, running) : unconfirmed;
      return {
        fields,
        base,
        version: baseVersion,
        makeKey: document ? null : idempotencyKey,
        ...(saves.length > 0 && { unconfirmed: toStoredSaves(saves, fields) }),
      };
    },
    /** After a transient failure, the text is retried as an autosave. */
    save,
    async flush(): Promise<SaveResult> {
      reportTypedText();
      const state = getState();
      if (state.document && !state.running && !isUnsaved(state)) return { ok: true, value: state.document };
      return save('autosave');
    },
    change: (patch: Partial<PostFields>) => dispatch({ type: 'changed', patch }),
    /** Shows this document in the form: a restored revision or the other side of a conflict. */
    replace: (document: EditorPost) => dispatch({ type: 'replaced', document }),
    /** Takes over a later version of the same text, for example one that a run published. Keeps typed text. */
    catchUp: (document: EditorPost) => dispatch({ type: 'newer-version-found', document }),
    resolve: (current: EditorPost, fields: PostFields) =>
      dispatch({ type: 'conflict-resolved', current, fields }),
    restore: (localDraft: LocalDraft) => dispatch({ type: 'restored', localDraft }),
    wake: () => dispatch({ type: 'online' }),
    /** Saves at once: the page may never become visible again. */
    saveNow: () => dispatch({ type: 'page-hidden' }),
    resume: () => dispatch({ type: 'signed-in' }),
    start: () => dispatch({ type: 'started' }),
    stop: () => dispatch({ type: 'stopped' }),
  };
}

/** Treats a hanging connection as offline after `saveTimeoutMs` and ignores a later response. */
function withSaveTimeout(response: Promise<SaveResult>): Promise<SaveResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({ ok: false, error: { code: 'offline' } }), saveTimeoutMs);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function buildSaveRequest(
  { id, sent, save }: RunningSave,
  document: EditorPost | null,
  { kind, locale, articleId }: DraftOptions,
): SavePostRequest {
  const mode = save?.mode ?? 'autosave';
  // Only an explicit save stores the chosen status: an autosave must never publish.
  const fields = mode === 'autosave' ? { ...sent, status: (document ?? emptyPostFields).status } : sent;
  return {
    mode,
    fields,
    save_id: id,
    ...(save?.scheduledAt && { scheduled_at: save.scheduledAt }),
    ...(document === null && {
      locale,
      ...(kind === 'page' && { kind }),
      ...(articleId && { article_id: articleId }),
    }),
  };
}
