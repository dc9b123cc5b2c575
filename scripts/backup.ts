// `npm run backup [-- FILE]`: saves database and files to one file, even while the server runs.
import { join, resolve } from 'node:path';
import type { BackupReport } from '../src/backup/contract.ts';
import {
  exitWithMessage,
  moveFile,
  parseCommand,
  pathExists,
  runBackupTask,
  timestampedName,
} from './backup-commands.ts';

const { config, paths } = parseCommand();
const path = paths[0] ?? resolve(`${timestampedName()}.backup.gz`);
if (await pathExists(path)) exitWithMessage(`${path} already exists.`);
if (config.database.kind === 'embedded' && !(await pathExists(config.database.folder)))
  exitWithMessage(`There is no database in ${config.database.folder}.`);

const report = await runBackupTask<BackupReport>({
  config,
  runLocally: (backup) => backup.createBackup(path),
  async runRemotely(send, folder) {
    const response = await send({ work: 'backup' });
    await moveFile(join(folder, String(response.name)), path);
    return response.report as BackupReport;
  },
});
console.log(`${path}\n${report.rows} rows (${report.rowHash}), ${report.files} files.`);
if (report.missingFiles > 0)
  console.error(
    `${report.missingFiles} files are in the database but not in the file store, so they are not in the backup.`,
  );
