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

/** Consecutive conflicts that are resolved without asking the user. */
const rebaseLimit = 5;
/** Unconfirmed versions to remember while no response arrives. */
const uncertainLimit = 10;

export type SaveQueue = ReturnType<typeof createSaveQueue>;

/**
 * Saves the draft with one request at a time, each based on the previous response. Tracks three versions of the
 * text: `fields` (current), `known` (as sent to the server) and `base` (as the server returned it).
 */
export function createSaveQueue(deps: {
  opened: EditorPost | null;
  start: DraftOptions;
  server: DraftApi;
  reconciler: DraftMerger;
  now(): number;
  newKey(): string;
}) {
  const { opened, start, server, reconciler, now } = deps;
  const listeners = new Set<() => void>();
  let snapshot: DraftSnapshot = {
    document: opened,
    fields: opened?.fields ?? emptyPostFields,
    state: { kind: 'untouched' },
    epoch: 0,
  };
  let base = snapshot.fields;
  let known = snapshot.fields;
  /** Sent since the last response; unknown whether the server stored them. */
  let unconfirmedFields: PostFields[] = [];
  /** Idempotency key, so that retries create the post only once. */
  let makeKey = deps.newKey();
  let isMakeKeyUsed = false;
  const pendingSaves: PendingSave[] = [];
  let isRunning = false;
  let isStopped = false;
  /** Incremented when the text is replaced; responses to earlier generations are ignored. */
  let generation = 0;
  /** Consecutive failures that will be retried. */
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
    const isStatusOpen = snapshot.fields.status !== (snapshot.document ?? emptyPostFields).status;
    if (isUnsaved() || isStatusOpen) return { kind: 'unsaved' };
    return savedAt === null ? { kind: 'untouched' } : { kind: 'saved', at: savedAt };
  }

  /** Waits for a pause in typing or, after failures, with exponential backoff. */
  function scheduleSave(): void {
    clearTimeout(timer);
    if (isStopped || isBlocked() || !isUnsaved() || snapshot.fields === rejectedFields) return;
    firstChangeAt ??= now();
    const wait =
      failedAttempts > 0
        ? Math.min(saveRetryMs.longest, saveRetryMs.first * 2 ** (failedAttempts - 1))
        : Math.min(autosaveMs.quiet, firstChangeAt + autosaveMs.longest - now());
    timer = setTimeout(() => void run(), Math.max(0, wait));
  }

  async function run(): Promise<void> {
    if (isRunning || isStopped) return;
    const isWorthCreating = snapshot.document !== null || isMakeKeyUsed || hasContent(snapshot.fields);
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
    const save = buildSaveRequest(sent, document, start, pendingSave);
    isMakeKeyUsed ||= document === null;
    const response = await withSaveTimeout(
      document ? server.save(document.id, document.version, save) : server.create(save, makeKey),
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
      unconfirmedFields = [...unconfirmedFields.slice(0, uncertainLimit), sent];
    }
    const willRepeat = isTransientError(error) && isUnsaved();
    failedAttempts = willRepeat ? failedAttempts + 1 : 0;
    // An explicit save may be rejected for its mode, so its text is still autosaved.
    if (!pendingSave) rejectedFields = willRepeat ? null : sent;
    updateSnapshot({
      state: isTransientError(error) && !willRepeat ? idleState() : saveStateForError(error),
    });
    pendingSave?.settle({ ok: false, error });
  }

  /** Accepts our own save whose response was lost, merges compatible changes, or asks the user. */
  async function settleConflict(
    current: EditorPost,
    sent: PostFields,
    pendingSave: PendingSave | undefined,
    isOutdated: () => boolean,
  ): Promise<void> {
    rebases += 1;
    const settled =
      rebases <= rebaseLimit
        ? await resolveConflict(reconciler, {
            unconfirmed: [sent, ...unconfirmedFields.toReversed()],
            texts: () => ({ base, known, mine: snapshot.fields, theirs: current.fields }),
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
    snapshot: () => snapshot,
    isUnsaved,
    sides: (theirs: PostFields): MergeInput => ({ base, known, mine: snapshot.fields, theirs }),
    /** The state that another page needs to continue from here. */
    copy: (): LocalDraft => ({
      fields: snapshot.fields,
      base,
      version: snapshot.document?.version ?? 0,
      makeKey: snapshot.document === null ? makeKey : null,
    }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(patch: Partial<PostFields>): void {
      rebases = 0;
      snapshot = { ...snapshot, fields: { ...snapshot.fields, ...patch } };
      const isFixed = isRunning || isBlocked() || failedAttempts > 0;
      updateSnapshot({ state: isFixed ? snapshot.state : idleState() });
      if (!isRunning && failedAttempts === 0) scheduleSave();
    },
    save,
    async flush(): Promise<SaveResult> {
      const { document } = snapshot;
      if (document && !isRunning && !isUnsaved()) return { ok: true, value: document };
      return save('autosave');
    },
    /** Replaces the text, for example with a restored revision or the server's side of a conflict. */
    replace(document: EditorPost): void {
      replaceBy(document, document.fields, document.fields);
      savedAt = now();
      updateSnapshot({ state: idleState() });
    },
    /** Takes over a newer server version, for example after a run published the post. Typed text stays. */
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
    restore(copy: LocalDraft): void {
      const { document } = snapshot;
      const isBehind = document !== null && document.version !== copy.version;
      replaceBy(document, copy.fields, isBehind ? copy.base : (document?.fields ?? emptyPostFields));
      if (copy.makeKey !== null && document === null) {
        makeKey = copy.makeKey;
        unconfirmedFields = [copy.fields];
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
