import { setImmediate } from 'node:timers/promises';
import { notInArray, sql } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Queries } from '#database/database.ts';
import { isDataOrConstraintError } from '#database/database-errors.ts';
import { type DumpedRow, dumpRows, insertRow, tableNames } from '#database/dump-rows.ts';
import { limitLog } from '#database/limit-log.ts';
import { latestMigration } from '#database/migrations.ts';
import { accountLink, accountSession, apiKey, settingChange } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { writeAtomically } from '#platform/storage/atomic-file.ts';
import { restoreChangeName } from '#settings/contract.ts';
import type { BackupReport, RestoreError } from './contract.ts';
import type { ReportProgress } from './data-job-contract.ts';
import { type BackupHead, inspectBackup } from './dump/inspect-backup.ts';
import { readJsonLines } from './dump/json-lines-file.ts';
import { type BackupDeps, createRowHash, rowsPerReport, startBackup } from './dump/write-backup.ts';

/** Whether it may still replace the rows, asked once nothing else can be written. */
export type RestoreCheck = (queries: Queries) => Promise<boolean>;

interface RestoreOptions {
  path: string;
  /**
   * Where to back up existing rows first; null fails if there are any. The backup gets this name right before the commit,
   * and ends in `.unfinished` until then.
   */
  replacedBackupPath: string | null;
  /**
   * Who restores it on the page. Then sessions, API keys and links of the backup that have ended since then don't
   * come back, and the history of settings has the restore.
   */
  actor?: { name: string };
  /** Only at set-up, where nobody can have revoked an API key of the backup. */
  isAllowed?: RestoreCheck | undefined;
  /** Throws to cancel the restore. */
  onProgress?: ReportProgress;
  /** From here on, it can't be canceled. */
  onCommit?(): void;
}

/**
 * Replaces all rows in one transaction and compares their hash. Files are stored before it, also over
 * existing ones, and stay if it fails.
 */
export async function restoreBackup(
  deps: BackupDeps,
  { path, replacedBackupPath, actor, isAllowed, onProgress, onCommit }: RestoreOptions,
): Promise<Result<BackupReport & Pick<BackupHead, 'createdAt'>, RestoreError>> {
  const head = await inspectBackup(path, { ...(onProgress && { onProgress }) });
  if (!head.ok) return head;
  if (replacedBackupPath === null && (await hasRows(deps.database.query)))
    return fail({ code: 'database.in_use' });
  const unfinishedPath = `${replacedBackupPath}.unfinished`;
  const previous =
    replacedBackupPath === null
      ? null
      : await startBackup(
          deps,
          unfinishedPath,
          onProgress && (({ done, total }) => onProgress({ step: 'previous', done, total })),
        );
  const { rows, hash } = head.value.rows;
  const isCurrentVersion = head.value.migration === latestMigration().tag;
  const inUse = new Error('the database is not empty');
  const mismatch = new Error('restored rows differ from the backup');
  const forbidden = new Error('there is an owner, or the set-up link has expired');
  let isCommitting = false;
  try {
    if (isAllowed && !(await isAllowed(deps.database.query))) throw forbidden;
    let storedFiles = 0;
    for await (const { file, bytes } of readJsonLines(path)) {
      if (typeof file !== 'string') continue;
      onProgress?.({ step: 'files', done: storedFiles, total: head.value.files });
      await deps.files.put(file, Buffer.from(String(bytes), 'base64'));
      storedFiles += 1;
    }
    await deps.database.transaction(async (queries) => {
      await queries.execute(sql`set local time zone 'UTC'`);
      const names = sql.join(
        tableNames.map((name) => sql.identifier(name)),
        sql`, `,
      );
      // Before the tables, as whoever creates the first owner does.
      await lockUntilCommit(queries, 'owners');
      // From here on nothing can be saved that would be in neither backup.
      await queries.execute(sql`lock table ${names} in access exclusive mode`);
      if (isAllowed && !(await isAllowed(queries))) throw forbidden;
      const isInUse = await hasRows(queries);
      if (isInUse && !previous) throw inUse;
      if (isInUse) await previous?.finish(queries);
      const currentKeys = await queries.select({ digest: apiKey.digest }).from(apiKey);
      await queries.execute(sql`truncate ${names} cascade`);
      let done = 0;
      for await (const line of readJsonLines(path)) {
        if (typeof line.table !== 'string') continue;
        if (done % rowsPerReport === 0) {
          onProgress?.({ step: 'rows', done, total: rows });
          // The embedded database never yields to the event loop by itself.
          await setImmediate();
          // The timer of the database waits for this transaction, which checks the storage before each statement.
          if (deps.database.kind === 'embedded') await limitLog(queries, () => null);
        }
        await insertRow(queries, line as unknown as DumpedRow);
        done += 1;
      }
      const restoredHash = createRowHash();
      done = 0;
      for await (const row of dumpRows(queries)) {
        restoredHash.add(row);
        done += 1;
        if (done % rowsPerReport !== 0) continue;
        onProgress?.({ step: 'rows', done: rows, total: rows });
        await setImmediate();
      }
      const result = restoredHash.result();
      // Rows from an older version have gained columns, so their hash differs.
      if (result.rows !== rows || (isCurrentVersion && result.hash !== hash)) throw mismatch;
      if (actor) {
        await queries.delete(accountSession);
        await queries.delete(accountLink);
        const digests = currentKeys.map(({ digest }) => digest);
        if (!isAllowed) await queries.delete(apiKey).where(notInArray(apiKey.digest, digests));
        await queries.insert(settingChange).values({
          changedAt: new Date(deps.now()),
          userName: actor.name,
          name: restoreChangeName,
          after: head.value.createdAt,
        });
      }
      onProgress?.({ step: 'rows', done: rows, total: rows });
      onCommit?.();
      if (isInUse && replacedBackupPath !== null)
        await writeAtomically(replacedBackupPath, unfinishedPath, async () => undefined);
      isCommitting = true;
    });
  } catch (error) {
    if (isCommitting) return fail({ code: 'restore.unknown', cause: error });
    if (error === inUse) return fail({ code: 'database.in_use', cause: error });
    if (error === forbidden) return fail({ code: 'restore.forbidden', cause: error });
    if (error === mismatch) return fail({ code: 'database.different', cause: error });
    if (isDataOrConstraintError(error)) return fail({ code: 'backup.damaged', cause: error });
    throw error;
  } finally {
    await previous?.cancel();
  }
  const { files, missingFiles, createdAt } = head.value;
  return ok({ rows, rowHash: hash, files, missingFiles, createdAt });
}

async function hasRows(queries: Queries): Promise<boolean> {
  for (const table of tableNames) {
    if (table === 'installation') continue;
    const [row] = await queries
      .select({ found: sql<number>`1` })
      .from(sql`${sql.identifier(table)}`)
      .limit(1);
    if (row) return true;
  }
  return false;
}
