import type { EditorPost, PostFields, SavePostRequest } from '#blog/editing-contract.ts';
import { autosaveMs, saveRetryMs } from '../../../contract.ts';
import type {
  DraftApi,
  DraftMerger,
  DraftOptions,
  DraftSaveError,
  DraftSnapshot,
  LocalDraft,
  MergeInput,
  SaveResult,
  SaveState,
} from './draft-types.ts';
import { applyServerFields, emptyPostFields, hasContent, hasSameContent } from './post-fields.ts';
import { rebaseDraft, resolveConflict } from './reconcile-draft.ts';
import {
  buildSaveRequest,
  isOutcomeUnknown,
  isTransientError,
  type PendingSave,
  saveStateForError,
  withSaveTimeout,
} from './save-request.ts';

/** Consecutive conflicts that are resolved without the user. */
const rebaseLimit = 5;
/** Unconfirmed versions to remember while no response arrives. */
const unconfirmedLimit = 10;

export type SaveQueue = ReturnType<typeof createSaveQueue>;

/**
 * Sends one save at a time, each based on the previous response. Tracks three versions of the text: `fields`
 * (current), `known` (as sent to the server) and `base` (as the server returned it).
 */
export function createSaveQueue(deps: {
  initialPost: EditorPost | null;
  options: DraftOptions;
  server: DraftApi;
  merger: DraftMerger;
  now(): number;
  createKey(): string;
}) {
  const { initialPost, options, server, merger, now } = deps;
  const listeners = new Set<() => void>();
  let snapshot: DraftSnapshot = {
    document: initialPost,
    fields: initialPost?.fields ?? emptyPostFields,
    state: { kind: 'untouched' },
    epoch: 0,
  };
  let base = snapshot.fields;
  let known = snapshot.fields;
  let unconfirmedFields: PostFields[] = [];
  let idempotencyKey = deps.createKey();
  let isKeyUsed = false;
  const pendingSaves: PendingSave[] = [];
  let isRunning = false;
  let isStopped = false;
  /** Incremented when the text is replaced; responses to earlier generations are ignored. */
  let generation = 0;
  let failedAttempts = 0;
  let rebases = 0;
  let rejectedFields: PostFields | null = null;
  let savedAt: number | null = null;
  let firstChangeAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isUnsaved = () => !hasSameContent(snapshot.fields, known);
  const isBlocked = () => snapshot.state.kind === 'conflict' || snapshot.state.kind === 'signed-out';

  function updateSnapshot(part: Partial<DraftSnapshot>): void {
    snapshot = { ...snapshot, ...part };
    for (const listener of listeners) listener();
  }

  function idleState(): SaveState {
    const isStatusChanged = snapshot.fields.status !== (snapshot.document ?? emptyPostFields).status;
    if (isUnsaved() || isStatusChanged) return { kind: 'unsaved' };
    return savedAt === null ? { kind: 'untouched' } : { kind: 'saved', at: savedAt };
  }

  /** Waits for a pause in typing or, after failures, with exponential backoff. */
  function scheduleSave(): void {
    clearTimeout(timer);
    if (isStopped || isBlocked() || !isUnsaved() || snapshot.fields === rejectedFields) return;
    firstChangeAt ??= now();
    const delay =
      failedAttempts > 0
        ? Math.min(saveRetryMs.longest, saveRetryMs.first * 2 ** (failedAttempts - 1))
        : Math.min(autosaveMs.quiet, firstChangeAt + autosaveMs.longest - now());
    timer = setTimeout(() => void run(), Math.max(0, delay));
  }

  async function run(): Promise<void> {
    if (isRunning || isStopped) return;
    const isWorthCreating = snapshot.document !== null || isKeyUsed || hasContent(snapshot.fields);
    if (pendingSaves.length === 0 && (isBlocked() || !isUnsaved() || !isWorthCreating)) return;
    clearTimeout(timer);
    firstChangeAt = null;
    isRunning = true;
    try {
      await attempt(pendingSaves.shift());
    } finally {
      isRunning = false;
    }
    if (pendingSaves.length > 0) void run();
    else scheduleSave();
  }

  async function attempt(pendingSave: PendingSave | undefined): Promise<void> {
    if (pendingSave && snapshot.state.kind === 'conflict') {
      return pendingSave.settle({ ok: false, error: { code: 'post.conflict' } });
    }
    const { document, fields: sent } = snapshot;
    if (pendingSave?.mode === 'autosave' && document && !isUnsaved())
      return pendingSave.settle({ ok: true, value: document });
    const startGeneration = generation;
    updateSnapshot({ state: { kind: 'saving' } });
    const save = buildSaveRequest(sent, document, options, pendingSave);
    isKeyUsed ||= document === null;
    const response = await withSaveTimeout(
      document ? server.save(document.id, document.version, save) : server.create(save, idempotencyKey),
    );
    const isOutdated = () => startGeneration !== generation || isStopped;
    if (isOutdated()) return pendingSave?.settle({ ok: false, error: { code: 'draft.replaced' } });
    if (response.ok) accept(response.value, sent, pendingSave);
    else if (response.error.code === 'post.conflict' && response.error.current) {
      await settleConflict(response.error.current, sent, pendingSave, isOutdated);
    } else handleError(response.error, sent, pendingSave);
  }

  function accept(document: EditorPost, sent: PostFields, pendingSave: PendingSave | undefined): void {
    // A repeated create returns the post of the first request; later changes go on top of it.
    const isOlder = snapshot.document === null && unconfirmedFields.length > 0;
    const isExplicit = pendingSave !== undefined && pendingSave.mode !== 'autosave' && !isOlder;
    known = isOlder ? document.fields : applyServerFields(sent, sent, document, isExplicit);
    const { fields: current } = snapshot;
    const status = current.status === base.status ? document.status : current.status;
    const fields = isOlder ? { ...current, status } : applyServerFields(current, sent, document, isExplicit);
    applySaved(document, fields);
    if (!pendingSave) return;
    if (isOlder) pendingSaves.unshift(pendingSave);
    else pendingSave.settle({ ok: true, value: document });
  }

  function applySaved(document: EditorPost, fields: PostFields): void {
    base = document.fields;
    unconfirmedFields = [];
    failedAttempts = 0;
    rejectedFields = null;
    savedAt = now();
    snapshot = { ...snapshot, document, fields };
    updateSnapshot({ state: idleState() });
  }

  function handleError(error: DraftSaveError, sent: PostFields, pendingSave: PendingSave | undefined): void {
    if (isOutcomeUnknown(error) && unconfirmedFields.at(-1) !== sent) {
      // The server stored at most one of them, most likely one of the first or the last.
      unconfirmedFields = [...unconfirmedFields.slice(0, unconfirmedLimit), sent];
    }
    const willRetry = isTransientError(error) && isUnsaved();
    failedAttempts = willRetry ? failedAttempts + 1 : 0;
    // An explicit save may be rejected for its mode, so its text is still autosaved.
    if (!pendingSave) rejectedFields = willRetry ? null : sent;
    updateSnapshot({
      state: isTransientError(error) && !willRetry ? idleState() : saveStateForError(error),
    });
    pendingSave?.settle({ ok: false, error });
  }

  async function settleConflict(
    current: EditorPost,
    sent: PostFields,
    pendingSave: PendingSave | undefined,
    isOutdated: () => boolean,
  ): Promise<void> {
    rebases += 1;
    const settled =
      rebases <= rebaseLimit
        ? await resolveConflict(merger, {
            unconfirmed: [sent, ...unconfirmedFields.toReversed()],
            getMergeInput: () => ({ base, known, mine: snapshot.fields, theirs: current.fields }),
          })
        : null;
    if (isOutdated()) return pendingSave?.settle({ ok: false, error: { code: 'draft.replaced' } });
    if (!settled) {
      updateSnapshot({ state: { kind: 'conflict', current } });
      return pendingSave?.settle({ ok: false, error: { code: 'post.conflict' } });
    }
    known = settled.known;
    applySaved(current, settled.fields);
    if (pendingSave) pendingSaves.unshift(pendingSave);
  }

  function replaceBy(document: EditorPost | null, fields: PostFields, before: PostFields): void {
    generation += 1;
    rebases = 0;
    unconfirmedFields = [];
    failedAttempts = 0;
    rejectedFields = null;
    known = before;
    base = before;
    snapshot = { ...snapshot, document, fields, epoch: snapshot.epoch + 1 };
  }

  function save(mode: SavePostRequest['mode'], scheduledAt?: string): Promise<SaveResult> {
    rebases = 0;
    return new Promise((settle) => {
      pendingSaves.push({ mode, scheduledAt, settle });
      void run();
    });
  }

  return {
    getSnapshot: () => snapshot,
    isUnsaved,
    getMergeInput: (theirs: PostFields): MergeInput => ({ base, known, mine: snapshot.fields, theirs }),
    toLocalDraft: (): LocalDraft => ({
      fields: snapshot.fields,
      base,
      version: snapshot.document?.version ?? 0,
      makeKey: snapshot.document === null ? idempotencyKey : null,
    }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(patch: Partial<PostFields>): void {
      rebases = 0;
      snapshot = { ...snapshot, fields: { ...snapshot.fields, ...patch } };
      const keepsState = isRunning || isBlocked() || failedAttempts > 0;
      updateSnapshot({ state: keepsState ? snapshot.state : idleState() });
      if (!isRunning && failedAttempts === 0) scheduleSave();
    },
    save,
    async flush(): Promise<SaveResult> {
      const { document } = snapshot;
      if (document && !isRunning && !isUnsaved()) return { ok: true, value: document };
      return save('autosave');
    },
    replace(document: EditorPost): void {
      replaceBy(document, document.fields, document.fields);
      savedAt = now();
      updateSnapshot({ state: idleState() });
    },
    catchUp(document: EditorPost): void {
      const next = isRunning || isBlocked() ? null : rebaseDraft({ ...snapshot, base, known }, document);
      if (!next) return;
      known = next.known;
      applySaved(document, next.fields);
      scheduleSave();
    },
    resolve(current: EditorPost, fields: PostFields): void {
      replaceBy(current, fields, current.fields);
      updateSnapshot({ state: idleState() });
      void run();
    },
    /** Continues from a recovered draft; reports a conflict if the server has another version. */
    restore(localDraft: LocalDraft): void {
      const { document } = snapshot;
      const isBehind = document !== null && document.version !== localDraft.version;
      replaceBy(
        document,
        localDraft.fields,
        isBehind ? localDraft.base : (document?.fields ?? emptyPostFields),
      );
      if (localDraft.makeKey !== null && document === null) {
        idempotencyKey = localDraft.makeKey;
        unconfirmedFields = [localDraft.fields];
      }
      updateSnapshot({ state: isBehind ? { kind: 'conflict', current: document } : idleState() });
      void run();
    },
    wake(): void {
      if (failedAttempts > 0) void run();
    },
    /** Saves at once: the page may never become visible again. */
    saveNow(): void {
      if (failedAttempts === 0 && snapshot.fields !== rejectedFields) void run();
    },
    resume(): void {
      if (snapshot.state.kind !== 'signed-out') return;
      rejectedFields = null;
      updateSnapshot({ state: idleState() });
      void run();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
    start(): void {
      isStopped = false;
      scheduleSave();
    },
  };
}
