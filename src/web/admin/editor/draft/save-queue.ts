import { createStore } from 'zustand';
import type { EditorPost, PostFields, SavePostRequest } from '#blog/editing-contract.ts';
import type {
  DraftApi,
  DraftMerger,
  DraftOptions,
  LocalDraft,
  MergeInput,
  SaveResponse,
  SaveResult,
} from './draft-types.ts';
import { resolveConflict } from './reconcile-draft.ts';
import {
  createSaveQueueState,
  isUnsaved,
  type RunningSave,
  type SaveQueueEvent,
  type SaveQueueState,
  saveQueueReducer,
} from './save-queue-state.ts';
import { buildSaveRequest, withSaveTimeout } from './save-request.ts';

export type SaveQueue = ReturnType<typeof createSaveQueue>;

/** Sends one save at a time, each based on the previous response. `saveQueueReducer` decides; this acts. */
export function createSaveQueue(deps: {
  initialPost: EditorPost | null;
  options: DraftOptions;
  server: DraftApi;
  merger: DraftMerger;
  now(): number;
  createKey(): string;
}) {
  const { server, merger, now } = deps;
  const store = createStore<SaveQueueState>(() => createSaveQueueState(deps.initialPost, deps.createKey()));
  const { getState } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function dispatch(event: SaveQueueEvent): void {
    const before = getState();
    const after = saveQueueReducer(before, event, now());
    if (after === before) return;
    store.setState(after, true);
    for (const { save, result } of after.settled) save.settle(result);
    if (after.saveAt !== before.saveAt) {
      clearTimeout(timer);
      if (after.saveAt !== null)
        timer = setTimeout(() => dispatch({ type: 'autosave-due' }), after.saveAt - now());
    }
    if (after.running && after.running !== before.running)
      perform(after.running).catch((error: unknown) => {
        dispatch({ type: 'responded', response: { ok: false, error: { code: 'unexpected', error: '' } } });
        throw error;
      });
  }

  async function perform({ sent, save, conflictingPost }: RunningSave): Promise<void> {
    if (conflictingPost === null) {
      dispatch({ type: 'responded', response: await withSaveTimeout(send(sent, save)) });
      return;
    }
    const resolved = await resolveConflict(merger, {
      unconfirmed: [sent, ...getState().unconfirmed.toReversed()],
      getMergeInput: () => getMergeInput(conflictingPost.fields),
    });
    dispatch({ type: 'conflict-compared', resolved });
  }

  function send(sent: PostFields, save: RunningSave['save']): Promise<SaveResponse> {
    const { document, idempotencyKey } = getState();
    const request = buildSaveRequest(sent, document, deps.options, save);
    return document
      ? server.save(document.id, document.version, request)
      : server.create(request, idempotencyKey);
  }

  function getMergeInput(theirs: PostFields): MergeInput {
    const { base, known, fields: mine } = getState();
    return { base, known, mine, theirs };
  }

  function save(mode: SavePostRequest['mode'], scheduledAt?: string): Promise<SaveResult> {
    return new Promise((settle) => {
      dispatch({ type: 'save-requested', save: { mode, scheduledAt, settle } });
    });
  }

  return {
    store,
    getSnapshot: getState,
    isUnsaved: () => isUnsaved(getState()),
    getMergeInput,
    toLocalDraft(): LocalDraft {
      const { fields, base, document, idempotencyKey } = getState();
      return { fields, base, version: document?.version ?? 0, makeKey: document ? null : idempotencyKey };
    },
    save,
    async flush(): Promise<SaveResult> {
      const state = getState();
      if (state.document && !state.running && !isUnsaved(state)) return { ok: true, value: state.document };
      return save('autosave');
    },
    change: (patch: Partial<PostFields>) => dispatch({ type: 'changed', patch }),
    replace: (document: EditorPost) => dispatch({ type: 'replaced', document }),
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
