import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Result } from '#platform/result.ts';
import { openEmbedded } from './open-embedded.ts';
import { openServer } from './open-server.ts';
import type * as schema from './schema.ts';

/** Drizzle on either engine. Raw `execute` answers differently on the two: use the query builder. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  kind: 'embedded' | 'server';
  query: Queries;
  /** All or nothing. Only what is handed in may be used inside: `query` would wait for the transaction to end. */
  transaction<T>(run: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * SQL as it is, for what brings its own: without values it may be several statements, whose rows come together. One
   * that fails in a transaction it began is undone.
   */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** One process at a time on this database; the others wait. Not for what visitors wait for. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** Tells every process on this database, this one too. At most 7,000 bytes. */
  notify(text: string): Promise<void>;
  /** `null`: the connection was lost for a while, and anything may have been missed. */
  onNotice(listener: (text: string | null) => void): void;
  /** Whether the engine answered when it was last asked, at most a few seconds ago. */
  answers(): boolean;
  close(): Promise<void>;
}

export type DatabaseConfig = { kind: 'embedded'; folder: string } | { kind: 'server'; url: string };

export const databaseErrorCodes = [
  'folder.locked',
  'folder.unreadable',
  'server.unreachable',
  'server.too_old',
] as const;
/** Why a database can't be opened; `mend` says what to do. */
export interface DatabaseError {
  code: (typeof databaseErrorCodes)[number];
  mend: string;
  cause?: unknown;
}

export interface DatabaseWatch {
  now(): number;
  /** A connection was lost, or anything else an operator wants to know. Never holds a row. */
  onTrouble(error: unknown): void;
  /** Dumped files of an embedded database without rows, which a restore then begins from: making them takes seconds. */
  emptyFiles?: Blob;
}

/** Opens the database and brings its tables up to date. */
export function openDatabase(
  config: DatabaseConfig,
  watch: DatabaseWatch,
): Promise<Result<Database, DatabaseError>> {
  return config.kind === 'embedded' ? openEmbedded(config.folder, watch) : openServer(config.url, watch);
}
