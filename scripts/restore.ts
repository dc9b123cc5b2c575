// `npm run restore -- FILE [--replace]`: what `npm run backup` wrote, into an empty DATA_DIR or DATABASE_URL.
import { join } from 'node:path';
import type { RestoreError } from '#archive/contract.ts';
import { restoreBackup } from '#archive/restore-backup.ts';
import { pictureFileKeys } from '#blog/picture-files.ts';
import { openDatabase } from '#database/connect.ts';
import { createLogger } from '#platform/logger.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { datedName, endWith, isThere, readCommand } from './archive-work.ts';

const { config, paths, replace } = readCommand();
const [path] = paths;
if (!path || !(await isThere(path))) endWith('Name the backup: npm run restore -- unspool.backup.gz');

const reasons: Record<RestoreError['code'], string> = {
  'backup.damaged': 'The file is no backup, or damaged: nothing of it can be trusted.',
  'backup.newer': 'The backup is of a newer version of Unspool.',
  'database.in_use':
    'There are rows in the database. --replace puts the backup in their place, and keeps them in a backup of their own.',
  'database.different': 'What was restored is not what was backed up, and was taken back.',
};

const opened = await openDatabase(config.database, {
  now: Date.now,
  // What a database says quotes rows and statements: its code has to do.
  onTrouble: (error) => console.error(`The database: ${codeOf(error)}.`),
});
if (!opened.ok) endWith(opened.error.mend);
const database = opened.value;
const keepOldAt = join(config.dataDir, `${datedName()}-replaced.backup.gz`);
const files = openFileStore(config.bucket, join(config.dataDir, 'files'), createLogger('error'));
try {
  const restored = await restoreBackup(
    { database, files, fileKeysOf: pictureFileKeys, now: Date.now },
    { path, keepOldAt: replace ? keepOldAt : null },
  );
  if (!restored.ok) endWithReason(restored.error.code);
  else {
    // Nodes that run forget the pages they keep.
    await database.notify(JSON.stringify({ kind: 'blog' }));
    console.log(`${restored.value.rows} rows (${restored.value.rowHash}), ${restored.value.files} files.`);
    if (await isThere(keepOldAt)) console.log(`What was there before: ${keepOldAt}`);
  }
} catch (error) {
  const kept = (await isThere(keepOldAt)) ? ` What was there before is also here: ${keepOldAt}` : '';
  console.error(`The backup could not be put back (${codeOf(error)}); the rows are as they were.${kept}`);
  process.exitCode = 1;
} finally {
  await database.close();
}

/** Of a system, a database or a file store, in whatever it is wrapped: never their words. */
function codeOf(error: unknown): string {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if ('code' in fault && typeof fault.code === 'string') return fault.code;
  }
  return 'unknown fault';
}

function endWithReason(code: RestoreError['code']): void {
  console.error(`Nothing was changed. ${reasons[code]}`);
  process.exitCode = 1;
}
