import type { PGlite } from '@electric-sql/pglite';

/** PostgreSQL panicked, for example because it couldn't write its log. Only another engine can go on. */
export class LostEngineError extends Error {
  override readonly name = 'LostEngineError';
  /** PostgreSQL's `io_error`. */
  readonly code = '58030';

  constructor(cause: unknown) {
    super('the database engine panicked', { cause });
  }
}

const lostEngines = new WeakSet<PGlite>();

export const isEngineLost = (engine: PGlite): boolean => lostEngines.has(engine);

/** The status of the exception by which PostgreSQL returns to its main loop after an ordinary error. */
const returnToMainLoop = 100;

/** PGlite reads the status of each exception of PostgreSQL and ignores all others. This one gets out. */
class Escape {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }

  get status(): never {
    throw this;
  }
}

/**
 * After a panic, PGlite sends the next message, which often never returns and blocks the process (decision 0012).
 * This rejects the failed statement and all later ones with a `LostEngineError` instead.
 */
export function loseEngineOnPanic(engine: PGlite): void {
  const { Module: module } = engine;
  const runOnce = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      throw (error as { status?: unknown }).status === returnToMainLoop ? error : new Escape(error);
    }
  };

  const execute = engine.execProtocolRawSync;
  let lost: LostEngineError | null = null;
  engine.execProtocolRawSync = function (message) {
    if (lost) throw lost;
    try {
      return execute.call(this, message);
    } catch (error) {
      lost = new LostEngineError(error instanceof Escape ? error.cause : error);
      lostEngines.add(engine);
      throw lost;
    }
  };
}
