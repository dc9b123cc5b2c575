import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { createEventLoopYield } from '#platform/limits/event-loop.ts';
import { isEngineLost } from './lost-engine.ts';
import { createNamedStatements } from './named-statements.ts';

export type GuardedPglite = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

export interface GuardedPgliteDeps {
  checkStorage(maxAgeMs?: number): StorageUnavailableError | null;
  reopen(): Promise<PGlite>;
  copy(engine: PGlite): Promise<PGlite | null>;
  onError(error: unknown): void;
}

/** `full`: rows can still be read from the files. `unwritable`: not reliably, because reads write files too. */
type State = 'writable' | 'full' | 'unwritable' | 'broken';

/**
 * While the folder can't be written, sessions are read-only, and unless the disk is only nearly full, they use a
 * copy in memory (decision 0012). The first statement after that reopens the files.
 */
export function createGuardedPglite(first: PGlite, deps: GuardedPgliteDeps | null): GuardedPglite {
  const yieldToEventLoop = createEventLoopYield();
  let engine = first;
  let copy: PGlite | null = null;
  let state: State = 'writable';
  let last: Promise<unknown> = Promise.resolve();
  const queries = new WeakMap<PGlite, PGlite['query']>();

  function getQuery(pglite: PGlite): PGlite['query'] {
    const query = queries.get(pglite) ?? createNamedStatements(pglite);
    queries.set(pglite, query);
    return query;
  }

  function enqueue<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run);
    last = result.catch(() => undefined); // the caller handles the rejection
    return result;
  }

  async function followStorage(
    storageError: StorageUnavailableError | null,
    { copy: createCopy, reopen }: GuardedPgliteDeps,
  ): Promise<void> {
    const next = nextState(state, storageError);
    if (next === state) return;
    if (next === 'unwritable') {
      // The engine on the files stays open: closing writes, and the files have everything that was committed.
      copy = await createCopy(engine);
      if (!copy && state === 'broken') throw storageError;
    } else if (state === 'unwritable' || state === 'broken') {
      engine = await reopen();
      await copy?.close();
      copy = null;
    }
    await (copy ?? engine).exec(`set default_transaction_read_only = ${next !== 'writable'}`);
    state = next;
  }

  function run<T>(statements: (engine: PGlite) => Promise<T>, { canRepeat }: { canRepeat: boolean }) {
    return enqueue(async () => {
      await yieldToEventLoop();
      if (deps) await followStorage(deps.checkStorage(), deps);
      if (!deps || copy) return statements(copy ?? engine);
      try {
        return await statements(engine);
      } catch (error) {
        if (isEngineLost(engine)) {
          state = 'broken';
          deps.onError(error);
        }
        const storageError = deps.checkStorage(0);
        await followStorage(storageError, deps);
        if (storageError && copy && canRepeat) return statements(copy);
        if (!storageError || storageError.isNearlyFull) throw error;
        throw new StorageUnavailableError(storageError.code, { cause: error });
      }
    });
  }

  async function beforeStatement(): Promise<void> {
    await yieldToEventLoop();
    const storageError = state === 'writable' ? deps?.checkStorage() : null;
    if (storageError) throw storageError;
  }

  const guarded: GuardedPglite = {
    query: (...args) => run((pglite) => getQuery(pglite)(...args), { canRepeat: true }),
    exec: (...args) => run((pglite) => pglite.exec(...args), { canRepeat: true }),
    transaction: (statements) =>
      run(
        (pglite) =>
          pglite.transaction((tx) => statements(guardTransaction(tx, getQuery(pglite), beforeStatement))),
        { canRepeat: false },
      ),
    close: () =>
      enqueue(async () => {
        // Closing writes. Without it, the next start recovers as after a crash.
        if (copy) await copy.close();
        else if (state !== 'broken' && !deps?.checkStorage()) await engine.close();
      }),
  };
  return guarded;
}

function nextState(state: State, storageError: StorageUnavailableError | null): State {
  if (!storageError) return 'writable';
  const areFilesReadable = storageError.isNearlyFull && (state === 'writable' || state === 'full');
  return areFilesReadable ? 'full' : 'unwritable';
}

type Transaction = Parameters<Parameters<PGlite['transaction']>[0]>[0];

function guardTransaction(
  tx: Transaction,
  query: PGlite['query'],
  beforeStatement: () => Promise<void>,
): Transaction {
  return {
    ...tx,
    async query(...args) {
      await beforeStatement();
      return tx.closed ? tx.query(...args) : query(...args);
    },
    async exec(...args) {
      await beforeStatement();
      return tx.exec(...args);
    },
  };
}

/** Twice the size by which PGlite's write-ahead log grows. */
const minFreeBytes = 32 * 1024 * 1024;

export class StorageUnavailableError extends Error {
  readonly code: string;
  readonly isNearlyFull: boolean;

  constructor(
    code: string,
    { cause, isNearlyFull = false }: { cause?: unknown; isNearlyFull?: boolean } = {},
  ) {
    super('the database folder is not writable', { cause });
    this.name = 'StorageUnavailableError';
    this.code = code;
    this.isNearlyFull = isNearlyFull;
  }
}

/** `space`: another process that writes 1 GB/s needs 32 ms to fill the disk. */
const defaultMaxAgesMs = { space: 20, write: 200 };

/** Checks the free space, and less often whether a file can be written, which takes 0.1 to 2 ms: permissions, quotas and mounts fail differently. */
export function createStorageCheck(
  folder: string,
  onError: (error: unknown) => void,
  clock: () => number = () => performance.now(),
): (maxAgeMs?: number) => StorageUnavailableError | null {
  let found: StorageUnavailableError | null = null;
  const checkedAt = { space: Number.NEGATIVE_INFINITY, write: Number.NEGATIVE_INFINITY };
  return (maxAgeMs) => {
    const now = clock();
    const isDue = (check: keyof typeof checkedAt) =>
      now - checkedAt[check] >= (maxAgeMs ?? defaultMaxAgesMs[check]);
    // Only a write shows that an earlier error is gone.
    const checksWrite = found !== null || isDue('write');
    if (!isDue('space') && !isDue('write')) return found;
    const error = checkFolder(folder, checksWrite);
    if (error && !found) onError(error);
    found = error;
    checkedAt.space = clock();
    if (checksWrite) checkedAt.write = checkedAt.space;
    return error;
  };
}

function checkFolder(folder: string, checksWrite: boolean): StorageUnavailableError | null {
  try {
    if (checksWrite) writeProbe(join(folder, 'written-to-see'));
    const { blocks, bavail, bsize } = statfsSync(folder);
    const isNearlyFull = blocks > 0 && bavail * bsize < minFreeBytes;
    return isNearlyFull ? new StorageUnavailableError('ENOSPC', { isNearlyFull }) : null;
  } catch (cause) {
    return new StorageUnavailableError((cause as NodeJS.ErrnoException).code ?? 'EIO', { cause });
  }
}

function writeProbe(path: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, '.');
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}
