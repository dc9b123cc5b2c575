import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Result } from '#platform/result.ts';
import { findLockHolder } from '#platform/storage/folder-lock.ts';
import type { advisoryLocks } from './advisory-locks.ts';
import { lockedFolderHint } from './embedded/locked-folder-hint.ts';
import type * as schema from './schema.ts';

/** Raw `execute` returns different results on the two drivers: use the query builder. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface Database {
  kind: 'embedded' | 'server';
  query: Queries;
  /** Use only `queries` inside: `query` would wait for this transaction. */
  transaction<T>(run: (queries: Queries) => Promise<T>): Promise<T>;
  /** Several statements are allowed without values; their rows are concatenated. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Runs on one process at a time. Not for requests: callers wait. */
  withExclusiveLock<T>(run: () => Promise<T>): Promise<T>;
  /** Null if this or another process has the lock. Returns its release; a crash releases it too. */
  tryLock(lock: keyof typeof advisoryLocks): Promise<(() => Promise<void>) | null>;
  /** At most 7,000 bytes. Notifies this process too. */
  notify(text: string): Promise<void>;
  /** `null`: the connection was lost, so notifications may have been missed. */
  onNotification(listener: (text: string | null) => void): void;
  isHealthy(): boolean;
  close(): Promise<void>;
}

export type DatabaseConfig = { kind: 'embedded'; folder: string } | { kind: 'server'; url: string };

export interface DatabaseError {
  code: 'folder.locked' | 'folder.unreadable' | 'server.unreachable' | 'server.too_old';
  hint: string;
  cause?: unknown;
}

export interface DatabaseDeps {
  now(): number;
  /** Errors never contain row data. */
  onError(error: unknown): void;
  /** Folder with the files of a new embedded database. By default, the one that the build creates. */
  emptyDatabase?: string;
}

/** Loads only the driver that it needs. */
export async function openDatabase(
  config: DatabaseConfig,
  deps: DatabaseDeps,
): Promise<Result<Database, DatabaseError>> {
  if (config.kind === 'embedded') {
    const { openEmbedded } = await import('./embedded/open-embedded.ts');
    return openEmbedded(config.folder, deps);
  }
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(config.url, deps);
}

/** A hint if another process uses the database's folder. Needs no engine, so a start can fail before it loads one. */
export function folderInUseHint(config: DatabaseConfig): string | null {
  if (config.kind === 'server') return null;
  try {
    const holder = findLockHolder(config.folder, Date.now);
    return holder && lockedFolderHint(config.folder, holder);
  } catch {
    // Opening the database reports a folder that can't be read.
    return null;
  }
}
