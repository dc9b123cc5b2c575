// `npm run backup [-- FILE]`: database and files of this installation as one file, also while it runs.
import { join, resolve } from 'node:path';
import type { BackupReport } from '#archive/contract.ts';
import { datedName, doWork, endWith, isThere, moveFile, readCommand } from './archive-work.ts';

const { config, paths } = readCommand();
const path = paths[0] ?? resolve(`${datedName()}.backup.gz`);
if (await isThere(path)) endWith(`${path} is there already.`);
if (config.database.kind === 'embedded' && !(await isThere(config.database.folder)))
  endWith(`There is no database in ${config.database.folder}.`);

const report = await doWork<BackupReport>({
  config,
  here: (archive) => archive.backUp(path),
  async there(ask, folder) {
    const answer = await ask({ work: 'backup' });
    await moveFile(join(folder, String(answer.name)), path);
    return answer.report as BackupReport;
  },
});
console.log(`${path}\n${report.rows} rows (${report.rowHash}), ${report.files} files.`);
if (report.missingFiles > 0)
  console.error(
    `${report.missingFiles} files that the database names are not in the store, and not in the backup.`,
  );
