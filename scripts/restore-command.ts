import { join } from 'node:path';
import type { RestoreError } from '#archive/contract.ts';
import { restoreBackup } from '#archive/restore-backup.ts';
import { pictureFileKeys } from '#blog/picture-files.ts';
import { openDatabase } from '#database/connect.ts';
import { configOrExit } from '#main.ts';
import { createLogger } from '#platform/logger.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { datedName, isThere, readWords } from './archive-work.ts';

const reasons: Record<RestoreError['code'], string> = {
  'backup.damaged': 'The file is no backup, or damaged: nothing of it can be trusted.',
  'backup.newer': 'The backup is of a newer version of Unspool.',
  'database.in_use':
    'There are rows in the database. --replace puts the backup in their place, and keeps them in a backup of their own.',
  'database.different': 'What was restored is not what was backed up, and was taken back.',
};

/** `tell` and `complain` are given what goes to the standard output and to the standard error, line by line. */
interface Invocation {
  words: readonly string[];
  environment: NodeJS.ProcessEnv;
  tell(line: string): void;
  complain(line: string): void;
}

/** The whole of `npm run restore`; the number is the exit code of the process. */
export async function restore({ words, environment, tell, complain }: Invocation): Promise<0 | 1> {
  const refuse = (sentence: string) => {
    complain(sentence);
    return 1 as const;
  };
  const read = readWords(words);
  if (!read.ok) return refuse(read.error);
  const config = configOrExit(environment);
  const [path] = read.value.paths;
  if (!path || !(await isThere(path))) return refuse('Name the backup: npm run restore -- unspool.backup.gz');

  const opened = await openDatabase(config.database, {
    now: Date.now,
    // What a database says quotes rows and statements: its code has to do.
    onTrouble: (error) => complain(`The database: ${codeOf(error)}.`),
  });
  if (!opened.ok) return refuse(opened.error.mend);
  const database = opened.value;
  const keepOldAt = join(config.dataDir, `${datedName()}-replaced.backup.gz`);
  const files = openFileStore(config.bucket, join(config.dataDir, 'files'), createLogger('error'));
  try {
    const restored = await restoreBackup(
      { database, files, fileKeysOf: pictureFileKeys, now: Date.now },
      { path, keepOldAt: read.value.replace ? keepOldAt : null },
    );
    if (!restored.ok) return refuse(`Nothing was changed. ${reasons[restored.error.code]}`);
    // Nodes that run forget the pages they keep.
    await database.notify(JSON.stringify({ kind: 'blog' }));
    tell(`${restored.value.rows} rows (${restored.value.rowHash}), ${restored.value.files} files.`);
    if (await isThere(keepOldAt)) tell(`What was there before: ${keepOldAt}`);
    return 0;
  } catch (error) {
    const kept = (await isThere(keepOldAt)) ? ` What was there before is also here: ${keepOldAt}` : '';
    return refuse(`The backup could not be put back (${codeOf(error)}); the rows are as they were.${kept}`);
  } finally {
    await database.close();
  }
}

/** Of a system, a database or a file store, in whatever it is wrapped: never their words. */
function codeOf(error: unknown): string {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if ('code' in fault && typeof fault.code === 'string') return fault.code;
  }
  return 'unknown fault';
}
