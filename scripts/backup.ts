// `npm run backup [-- FILE]`: saves database and files to one file, even while the server runs.
import { runFileTask } from './backup-commands.ts';

const { path, report } = await runFileTask('backup', 'backup.gz', (backup, target) =>
  backup.createBackup(target),
);
console.log(`${path}\n${report.rows} rows (${report.rowHash}), ${report.files} files.`);
if (report.missingFiles > 0)
  console.error(
    `${report.missingFiles} files are in the database but not in the file store, so they are not in the backup.`,
  );
