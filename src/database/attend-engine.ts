import type { PGlite } from '@electric-sql/pglite';
import { createBreath } from '#platform/breathe.ts';
import { FolderUnwritable, isReading } from './guard-folder.ts';

/** How often the folder is looked at within a transaction, and once more before its end: it may write a thousand times. */
const lookMs = 20;

/** What is asked of an engine. */
export type Engine = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'>;

/** The files of an engine, and what becomes of it where they can't be written. */
export interface EngineHome {
  /** Why nothing can be written; null: it can. */
  fault(): FolderUnwritable | null;
  /** Another engine on the same files. */
  reopen(): Promise<PGlite>;
  /** One with the same rows in memory; null where they would be too many. */
  copy(engine: PGlite): Promise<PGlite | null>;
}

/**
 * An engine that gives way to others, and that is never let write what can't be kept: it would be broken for good, or
 * hold the process for ever. Even reading opens files for writing, and now and then writes; so while the folder can't be
 * written a copy in memory is read instead, and every write is refused with the fault. The first write that can be kept
 * again opens the files anew. One piece of work at a time, as the engine itself has it.
 */
export function attendEngine(first: PGlite, home: EngineHome | null): Engine {
  const breathe = createBreath();
  let engine = first;
  let isCopy = false;
  /** There is no copy to be had, so the engine goes on being read. */
  let isWithoutCopy = false;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = last.then(run);
    last = turn.catch(() => undefined); // told to who asked
    return turn;
  }

  async function leaveFolder(fault: FolderUnwritable): Promise<void> {
    if (!home || isCopy || isWithoutCopy || fault.isNearlyFull) return;
    const copy = await home.copy(engine);
    isWithoutCopy = copy === null;
    if (!copy) return;
    // Not closed: that writes as well. What it had committed is in the files.
    engine = copy;
    isCopy = true;
  }

  async function returnToFolder(): Promise<void> {
    if (!home) return;
    const left = isCopy ? engine : null;
    engine = await home.reopen();
    isCopy = false;
    await left?.close();
  }

  async function readyToWrite(): Promise<void> {
    const fault = home?.fault();
    if (fault) {
      await leaveFolder(fault);
      throw fault;
    }
    isWithoutCopy = false;
    if (isCopy) await returnToFolder();
  }

  /** What a statement failed for, on an engine that may be broken now: then there is another one afterwards. */
  async function judge(error: unknown): Promise<FolderUnwritable | null> {
    if (!home || isCopy) return null;
    const fault = home.fault();
    if (fault) await leaveFolder(fault);
    else if (isPanic(error)) await returnToFolder();
    if (!fault || fault.isNearlyFull || error instanceof FolderUnwritable) return null;
    return new FolderUnwritable(fault.code, { cause: error });
  }

  function single<T>(statements: string, run: (engine: PGlite) => Promise<T>): Promise<T> {
    return inTurn(async () => {
      await breathe();
      const isRead = isReading(statements);
      if (!isRead) await readyToWrite();
      try {
        return await run(engine);
      } catch (error) {
        const fault = await judge(error);
        if (fault && isRead && isCopy) return run(engine);
        throw fault ?? error;
      }
    });
  }

  const attended: Engine = {
    query: (...asked) => single(asked[0], (one) => one.query(...asked)),
    exec: (...asked) => single(asked[0], (one) => one.exec(...asked)),
    transaction: (run) =>
      inTurn(async () => {
        if (isCopy && home?.fault() === null) await returnToFolder();
        let lookedAt: number | null = null;
        const assertWritable = () => {
          // Of a copy nothing is kept, also where it could be by now.
          const fault = home?.fault() ?? (isCopy ? new FolderUnwritable('EROFS') : null);
          if (fault) throw fault;
          lookedAt = performance.now();
        };
        const beforeWrite = () => {
          if (lookedAt === null || performance.now() - lookedAt > lookMs) assertWritable();
        };
        try {
          return await engine.transaction(async (own) => {
            const result = await run(asking(own, breathe, beforeWrite));
            if (lookedAt !== null) assertWritable();
            return result;
          });
        } catch (error) {
          throw (await judge(error)) ?? error;
        }
      }),
    close: () =>
      inTurn(async () => {
        // It would write as well. The next start finds what a killed process leaves, and that is all that was kept.
        if (isCopy || !home?.fault()) await engine.close();
      }),
  };
  return attended;
}

type Transaction = Parameters<Parameters<PGlite['transaction']>[0]>[0];

function asking(own: Transaction, breathe: () => Promise<void>, beforeWrite: () => void): Transaction {
  const before = async (statements: string) => {
    await breathe();
    if (!isReading(statements)) beforeWrite();
  };
  const query: Transaction['query'] = async (...asked) => {
    await before(asked[0]);
    return own.query(...asked);
  };
  const exec: Transaction['exec'] = async (...asked) => {
    await before(asked[0]);
    return own.exec(...asked);
  };
  return new Proxy(own, {
    get(target, name) {
      const member = { query, exec }[name as 'query'] ?? Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** The engine says so and goes on, but nothing it answers afterwards is right. */
function isPanic(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}
