import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Result } from '#platform/result.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { openPostgres } from './postgres/open-postgres.ts';
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
}

export function openDatabase(
  config: DatabaseConfig,
  deps: DatabaseDeps,
): Promise<Result<Database, DatabaseError>> {
  return config.kind === 'embedded' ? openEmbedded(config.folder, deps) : openPostgres(config.url, deps);
}
