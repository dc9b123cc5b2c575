import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigOrExit } from '#app/lifecycle.ts';
import { createLogger } from '#platform/logger.ts';
import type { RestoreError } from '../src/backup/contract.ts';
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { openDatabase } from '../src/database/database.ts';
import { openFileStore } from '../src/platform/storage/open-file-store.ts';
import { parseCommandArgs, timestampedName } from './backup-commands.ts';

const reasons: Record<RestoreError['code'], string> = {
  'backup.damaged': 'The file is damaged or not a backup.',
  'backup.newer': 'The backup is from a newer version of Unspool.',
  'database.in_use':
    'The database is not empty. --replace overwrites it and saves the current data to another backup first.',
  'database.different': 'The restored data differed from the backup, so it was rolled back.',
  'restore.forbidden': 'The set-up link no longer works.',
  'restore.unknown':
    'The connection to the database was lost during the commit, so the data may have been replaced.',
};

interface Invocation {
  args: readonly string[];
  environment: NodeJS.ProcessEnv;
  print(line: string): void;
  printError(line: string): void;
}

/** Returns the exit code. */
export async function restore({ args, environment, print, printError }: Invocation): Promise<0 | 1> {
  const failWith = (message: string) => {
    printError(message);
    return 1 as const;
  };
  const read = parseCommandArgs(args);
  if (!read.ok) return failWith(read.error);
  const config = readConfigOrExit(environment);
  const [path] = read.value.paths;
  if (!path || !existsSync(path)) return failWith('Usage: npm run restore -- unspool.backup.gz [--replace]');

  const opened = await openDatabase(config.database, {
    now: Date.now,
    // Database messages quote rows and statements: print only the code.
    onError: (error) => printError(`Database error: ${findErrorCode(error)}`),
  });
  if (!opened.ok) return failWith(opened.error.hint);
  const database = opened.value;
  const replacedBackupPath = join(config.dataDir, `${timestampedName()}-replaced.backup.gz`);
  const files = openFileStore(config.s3, join(config.dataDir, 'files'), createLogger('error'));
  let release: Awaited<ReturnType<typeof database.tryLock>> = null;
  try {
    // Otherwise, a server that starts would remove the unfinished backup of the previous data.
    release = await database.tryLock('dataJobs');
    if (!release)
      return failWith(
        'Another export, import, backup or restore is in progress. Try again when it has finished.',
      );
    const deps = { database, files, now: Date.now };
    const options = { path, replacedBackupPath: read.value.replace ? replacedBackupPath : null };
    const restored = await restoreBackup(deps, options);
    const previousNotice = existsSync(replacedBackupPath)
      ? `Backup of the previous data: ${replacedBackupPath}`
      : '';
    if (!restored.ok && restored.error.code === 'restore.unknown')
      return failWith(`${reasons['restore.unknown']} ${previousNotice}`.trimEnd());
    if (!restored.ok) return failWith(`Nothing was changed. ${reasons[restored.error.code]}`);
    // Running nodes clear their page caches. Without it, they do after a minute.
    await database
      .notify(JSON.stringify({ kind: 'blog' }))
      .catch((error: unknown) => printError(`Database error: ${findErrorCode(error)}`));
    const { rows, rowHash, files: fileCount, missingFiles } = restored.value;
    print(`${rows} rows (${rowHash}), ${fileCount} files.`);
    if (missingFiles > 0) printError(`${missingFiles} files of the database are not in the backup.`);
    if (previousNotice) print(previousNotice);
    return 0;
  } catch (error) {
    const replacedNotice = existsSync(replacedBackupPath)
      ? ` Backup of the current data: ${replacedBackupPath}`
      : '';
    return failWith(
      `Restoring failed (${findErrorCode(error)}). The database is unchanged.${replacedNotice}`,
    );
  } finally {
    await release?.();
    await database.close();
  }
}

/** The first code in the chain of causes. Messages could contain data. */
function findErrorCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return 'unknown error';
}
