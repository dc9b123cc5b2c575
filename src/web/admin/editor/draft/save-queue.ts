import type { DeskDocument, DeskSave, PostFields } from '#desk/contract.ts';
import { autosaveMs, saveRetryMs } from '../../../contract.ts';
import { isPassing, isUncertain, stateOf, withDeadline } from './answer-kinds.ts';
import { catchUpWith } from './catch-up.ts';
import type {
  DraftServer,
  DraftSnapshot,
  DraftStart,
  LocalCopy,
  Reconciler,
  SaveRefusal,
  SaveResult,
  SaveState,
  ThreeSides,
} from './draft-contract.ts';
import { emptyFields, hasText, isSameText, withSettled } from './draft-fields.ts';
import { saveOf, type Wish } from './save-of.ts';
import { settleQuietly } from './settle-quietly.ts';

/** Conflicts in a row that are settled without the writer. */
const rebaseLimit = 5;
/** Texts that are remembered while no answer comes. */
const uncertainLimit = 10;

export type SaveQueue = ReturnType<typeof createSaveQueue>;

/**
 * What is typed, on its way to the server: one save at a time, each based on the answer to the one before. It knows
 * neither React nor the page. Three forms of the text are told apart: as it is now (`fields`), as the server was sent
 * it (`known`), and as the server gave it back (`base`, with HTML in its own form).
 */
export function createSaveQueue(setting: {
  opened: DeskDocument | null;
  start: DraftStart;
  server: DraftServer;
  reconciler: Reconciler;
  now(): number;
  newKey(): string;
}) {
  const { opened, start, server, reconciler, now } = setting;
  const listeners = new Set<() => void>();
  let snapshot: DraftSnapshot = {
    document: opened,
    fields: opened?.fields ?? emptyFields,
    state: { kind: 'untouched' },
    epoch: 0,
  };
  let base = snapshot.fields;
  let known = snapshot.fields;
  /** Sent since the last answer: whether they were kept is not known. */
  let uncertain: PostFields[] = [];
  /** So that a new post is made once, however often it is asked for. */
  let makeKey = setting.newKey();
  let isMakeKeyUsed = false;
  const wishes: Wish[] = [];
  let isRunning = false;
  let isStopped = false;
  /** Answers to what was sent before the text was replaced no longer count. */
  let generation = 0;
  /** Failed in a row, and to be repeated. */
  let tries = 0;
  let rebases = 0;
  let refused: PostFields | null = null;
  let savedAt: number | null = null;
  let firstChangeAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isUnsaved = () => !isSameText(snapshot.fields, known);
  const isHeld = () => snapshot.state.kind === 'conflict' || snapshot.state.kind === 'signed-out';

  function show(part: Partial<DraftSnapshot>): void {
    snapshot = { ...snapshot, ...part };
    for (const listener of listeners) listener();
  }

  function restState(): SaveState {
    const isStatusOpen = snapshot.fields.status !== (snapshot.document ?? emptyFields).status;
    if (isUnsaved() || isStatusOpen) return { kind: 'unsaved' };
    return savedAt === null ? { kind: 'untouched' } : { kind: 'saved', at: savedAt };
  }

  /** After a pause in typing, or, while something fails, after a pause that grows. */
  function plan(): void {
    clearTimeout(timer);
    if (isStopped || isHeld() || !isUnsaved() || snapshot.fields === refused) return;
    firstChangeAt ??= now();
    const wait =
      tries > 0
        ? Math.min(saveRetryMs.longest, saveRetryMs.first * 2 ** (tries - 1))
        : Math.min(autosaveMs.quiet, firstChangeAt + autosaveMs.longest - now());
    timer = setTimeout(() => void run(), Math.max(0, wait));
  }

  async function run(): Promise<void> {
    if (isRunning || isStopped) return;
    const isWorthMaking = snapshot.document !== null || isMakeKeyUsed || hasText(snapshot.fields);
    if (wishes.length === 0 && (isHeld() || !isUnsaved() || !isWorthMaking)) return;
    clearTimeout(timer);
    firstChangeAt = null;
    isRunning = true;
    try {
      await attempt(wishes.shift());
    } finally {
      isRunning = false;
    }
    if (wishes.length > 0) void run();
    else plan();
  }

  async function attempt(wish: Wish | undefined): Promise<void> {
    if (wish && snapshot.state.kind === 'conflict') {
      return wish.settle({ ok: false, error: { code: 'post.conflict' } });
    }
    const { document, fields: sent } = snapshot;
    if (wish?.mode === 'autosave' && document && !isUnsaved())
      return wish.settle({ ok: true, value: document });
    const asked = generation;
    show({ state: { kind: 'saving' } });
    const save = saveOf(sent, document, start, wish);
    isMakeKeyUsed ||= document === null;
    const answer = await withDeadline(
      document ? server.save(document.id, document.version, save) : server.create(save, makeKey),
    );
    const isOutdated = () => asked !== generation || isStopped;
    if (isOutdated()) return wish?.settle({ ok: false, error: { code: 'draft.replaced' } });
    if (answer.ok) accept(answer.value, sent, wish);
    else if (answer.error.code === 'post.conflict' && answer.error.current) {
      await settleConflict(answer.error.current, sent, wish, isOutdated);
    } else refuse(answer.error, sent, wish);
  }

  function accept(document: DeskDocument, sent: PostFields, wish: Wish | undefined): void {
    // A making that was repeated gives the post as it was first asked for: what came later goes on top of it.
    const isOlder = snapshot.document === null && uncertain.length > 0;
    const isExplicit = wish !== undefined && wish.mode !== 'autosave' && !isOlder;
    known = isOlder ? document.fields : withSettled(sent, sent, document, isExplicit);
    const { fields: typed } = snapshot;
    const status = typed.status === base.status ? document.status : typed.status;
    const fields = isOlder ? { ...typed, status } : withSettled(typed, sent, document, isExplicit);
    progress(document, fields);
    if (!wish) return;
    if (isOlder) wishes.unshift(wish);
    else wish.settle({ ok: true, value: document });
  }

  function progress(document: DeskDocument, fields: PostFields): void {
    base = document.fields;
    uncertain = [];
    tries = 0;
    refused = null;
    savedAt = now();
    snapshot = { ...snapshot, document, fields };
    show({ state: restState() });
  }

  function refuse(error: SaveRefusal, sent: PostFields, wish: Wish | undefined): void {
    if (isUncertain(error) && uncertain.at(-1) !== sent) {
      // At most one of them was kept, and rather one of the first or of the last.
      uncertain = [...uncertain.slice(0, uncertainLimit), sent];
    }
    const willRepeat = isPassing(error) && isUnsaved();
    tries = willRepeat ? tries + 1 : 0;
    // What was asked for explicitly may be refused for what it asked; its text is still to be kept.
    if (!wish) refused = willRepeat ? null : sent;
    show({ state: isPassing(error) && !willRepeat ? restState() : stateOf(error) });
    wish?.settle({ ok: false, error });
  }

  /** Our own save whose answer was lost, or changes that go together by themselves; else the writer chooses. */
  async function settleConflict(
    current: DeskDocument,
    sent: PostFields,
    wish: Wish | undefined,
    isOutdated: () => boolean,
  ): Promise<void> {
    rebases += 1;
    const settled =
      rebases <= rebaseLimit
        ? await settleQuietly(reconciler, {
            arrivals: [sent, ...uncertain.toReversed()],
            texts: () => ({ base, known, mine: snapshot.fields, theirs: current.fields }),
          })
        : null;
    if (isOutdated()) return wish?.settle({ ok: false, error: { code: 'draft.replaced' } });
    if (!settled) {
      show({ state: { kind: 'conflict', current } });
      return wish?.settle({ ok: false, error: { code: 'post.conflict' } });
    }
    known = settled.known;
    progress(current, settled.fields);
    if (wish) wishes.unshift(wish);
  }

  function replaceBy(document: DeskDocument | null, fields: PostFields, before: PostFields): void {
    generation += 1;
    rebases = 0;
    uncertain = [];
    tries = 0;
    refused = null;
    known = before;
    base = before;
    snapshot = { ...snapshot, document, fields, epoch: snapshot.epoch + 1 };
  }

  function save(mode: DeskSave['mode'], scheduledAt?: string): Promise<SaveResult> {
    rebases = 0;
    return new Promise((settle) => {
      wishes.push({ mode, scheduledAt, settle });
      void run();
    });
  }

  return {
    snapshot: () => snapshot,
    isUnsaved,
    sides: (theirs: PostFields): ThreeSides => ({ base, known, mine: snapshot.fields, theirs }),
    /** What a local copy must hold so that another page can go on from here. */
    copy: (): LocalCopy => ({
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
      const isFixed = isRunning || isHeld() || tries > 0;
      show({ state: isFixed ? snapshot.state : restState() });
      if (!isRunning && tries === 0) plan();
    },
    save,
    /** Everything typed, at once. */
    async flush(): Promise<SaveResult> {
      const { document } = snapshot;
      if (document && !isRunning && !isUnsaved()) return { ok: true, value: document };
      return save('autosave');
    },
    /** Another text takes the place of this one: a restored revision, or theirs of a comparison. */
    replace(document: DeskDocument): void {
      replaceBy(document, document.fields, document.fields);
      savedAt = now();
      show({ state: restState() });
    },
    /** The server has gone on by itself, as where a run publishes the post: what is typed stays. */
    catchUp(document: DeskDocument): void {
      const next = isRunning || isHeld() ? null : catchUpWith({ ...snapshot, base, known }, document);
      if (!next) return;
      known = next.known;
      progress(document, next.fields);
      plan();
    },
    /** What was put together of both sides goes on top of `current`. */
    resolve(current: DeskDocument, fields: PostFields): void {
      replaceBy(current, fields, current.fields);
      show({ state: restState() });
      void run();
    },
    /** Takes up a copy that an earlier page left; where the server has gone on since, it is compared. */
    restore(copy: LocalCopy): void {
      const { document } = snapshot;
      const isBehind = document !== null && document.version !== copy.version;
      replaceBy(document, copy.fields, isBehind ? copy.base : (document?.fields ?? emptyFields));
      if (copy.makeKey !== null && document === null) {
        makeKey = copy.makeKey;
        uncertain = [copy.fields];
      }
      show({ state: isBehind ? { kind: 'conflict', current: document } : restState() });
      void run();
    },
    /** The connection is back. */
    wake(): void {
      if (tries > 0) void run();
    },
    /** Nobody knows whether the page will be seen again. */
    hurry(): void {
      if (tries === 0 && snapshot.fields !== refused) void run();
    },
    /** Someone has signed in. */
    resume(): void {
      if (snapshot.state.kind !== 'signed-out') return;
      refused = null;
      show({ state: restState() });
      void run();
    },
    /** Of this page; `start` takes it up again. */
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
    start(): void {
      isStopped = false;
      plan();
    },
  };
}
