// `npm run import -- FILE [--replace]`: imports a ZIP of `npm run export`, even while the server runs.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '#platform/result.ts';
import type { ImportError, ImportReport } from '../src/backup/contract.ts';
import { exitWithMessage, parseCommand, pathExists, runBackupTask } from './backup-commands.ts';

const { config, paths, replace } = parseCommand();
const [path] = paths;
if (!path || !(await pathExists(path))) exitWithMessage('Usage: npm run import -- unspool.zip [--replace]');

const reasons: Record<ImportError['code'], string> = {
  'archive.unreadable': 'The file is damaged or not an export.',
  'archive.names': 'The file has duplicate names, or names outside of it.',
  'archive.too_large': 'The file is too large.',
  'archive.unfit': 'The file has invalid content.',
};

const result = await runBackupTask<Result<ImportReport, ImportError>>({
  config,
  runLocally: (backup) => backup.importFromFile(path, { replace }),
  async runRemotely(send, folder) {
    const name = `${randomUUID()}.zip`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await copyFile(path, join(folder, name));
      return (await send({ work: 'import', name, replace })).result as Result<ImportReport, ImportError>;
    } finally {
      await rm(join(folder, name), { force: true });
    }
  },
});
if (!result.ok) {
  const { code, entry } = result.error;
  exitWithMessage(`Nothing was imported. ${reasons[code]}${entry === undefined ? '' : ` (${entry})`}`);
}
for (const { outcome, locale, slug, code } of result.value.posts)
  console.log(`${outcome.padEnd(9)} ${locale} ${slug}${code === undefined ? '' : ` (${code})`}`);
const { missingPictures, posts } = result.value;
if (missingPictures > 0) console.error(`${missingPictures} images could not be imported.`);
if (posts.some(({ outcome }) => outcome === 'kept'))
  console.error('Posts marked "kept" differ from the export. --replace overwrites them.');
if (posts.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
