import type { PGlite } from '@electric-sql/pglite';
import { createEventLoopYield } from '#platform/limits/event-loop.ts';
import { isReadOnlySql, StorageUnavailableError } from './storage-check.ts';

const writeCheckIntervalMs = 20;

export type GuardedPglite = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

export interface GuardedPgliteDeps {
  checkStorage(): StorageUnavailableError | null;
  reopen(): Promise<PGlite>;
  copy(engine: PGlite): Promise<PGlite | null>;
}

/**
 * PGlite can hang or break permanently when a write fails, and even reads write files. While the folder isn't
 * writable, reads use a copy in memory and writes fail. The next possible write reopens the files.
 */
export function createGuardedPglite(first: PGlite, deps: GuardedPgliteDeps | null): GuardedPglite {
  const yieldToEventLoop = createEventLoopYield();
  let engine = first;
  let isCopy = false;
  let isCopyUnavailable = false;
  let last: Promise<unknown> = Promise.resolve();

  function enqueue<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run);
    last = result.catch(() => undefined); // the caller handles the rejection
    return result;
  }

  async function switchToCopy(storageError: StorageUnavailableError): Promise<void> {
    if (!deps || isCopy || isCopyUnavailable || storageError.isNearlyFull) return;
    const copy = await deps.copy(engine);
    isCopyUnavailable = copy === null;
    if (!copy) return;
    // Not closed, because closing writes. The files have everything that was committed.
    engine = copy;
    isCopy = true;
  }

  async function reopenFolder(): Promise<void> {
    if (!deps) return;
    const previousCopy = isCopy ? engine : null;
    engine = await deps.reopen();
    isCopy = false;
    await previousCopy?.close();
  }

  async function assertWritable(): Promise<void> {
    const storageError = deps?.checkStorage();
    if (storageError) {
      await switchToCopy(storageError);
      throw storageError;
    }
    isCopyUnavailable = false;
    if (isCopy) await reopenFolder();
  }

  async function classifyError(error: unknown): Promise<StorageUnavailableError | null> {
    if (!deps || isCopy) return null;
    const storageError = deps.checkStorage();
    if (storageError) await switchToCopy(storageError);
    else if (isPanic(error)) await reopenFolder();
    if (!storageError || storageError.isNearlyFull || error instanceof StorageUnavailableError) return null;
    return new StorageUnavailableError(storageError.code, { cause: error });
  }

  function runStatement<T>(statements: string, run: (engine: PGlite) => Promise<T>): Promise<T> {
    return enqueue(async () => {
      await yieldToEventLoop();
      const isRead = isReadOnlySql(statements);
      if (!isRead) await assertWritable();
      try {
        return await run(engine);
      } catch (error) {
        const storageError = await classifyError(error);
        if (storageError && isRead && isCopy) return run(engine);
        throw storageError ?? error;
      }
    });
  }

  const guarded: GuardedPglite = {
    query: (...args) => runStatement(args[0], (pglite) => pglite.query(...args)),
    exec: (...args) => runStatement(args[0], (pglite) => pglite.exec(...args)),
    transaction: (run) =>
      enqueue(async () => {
        if (isCopy && deps?.checkStorage() === null) await reopenFolder();
        let checkedAt: number | null = null;
        const assertWritable = () => {
          // Rows written to a copy would be lost, even if the folder is writable again.
          const storageError = deps?.checkStorage() ?? (isCopy ? new StorageUnavailableError('EROFS') : null);
          if (storageError) throw storageError;
          checkedAt = performance.now();
        };
        const beforeWrite = () => {
          if (checkedAt === null || performance.now() - checkedAt > writeCheckIntervalMs) assertWritable();
        };
        try {
          return await engine.transaction(async (tx) => {
            const result = await run(guardTransaction(tx, yieldToEventLoop, beforeWrite));
            if (checkedAt !== null) assertWritable();
            return result;
          });
        } catch (error) {
          throw (await classifyError(error)) ?? error;
        }
      }),
    close: () =>
      enqueue(async () => {
        // Closing writes. Without it, the next start recovers as after a crash.
        if (isCopy || !deps?.checkStorage()) await engine.close();
      }),
  };
  return guarded;
}

type Transaction = Parameters<Parameters<PGlite['transaction']>[0]>[0];

function guardTransaction(
  tx: Transaction,
  yieldToEventLoop: () => Promise<void>,
  beforeWrite: () => void,
): Transaction {
  const before = async (statements: string) => {
    await yieldToEventLoop();
    if (!isReadOnlySql(statements)) beforeWrite();
  };
  const query: Transaction['query'] = async (...args) => {
    await before(args[0]);
    return tx.query(...args);
  };
  const exec: Transaction['exec'] = async (...args) => {
    await before(args[0]);
    return tx.exec(...args);
  };
  return new Proxy(tx, {
    get(target, name) {
      const member = { query, exec }[name as 'query'] ?? Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** After a panic PGlite keeps running but returns wrong results. */
function isPanic(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}
