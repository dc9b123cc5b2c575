// `npm run import -- FILE`: imports a ZIP of `npm run export`, or an export of Ghost or WordPress, even while the
// server runs.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfigOrExit } from '#app/lifecycle.ts';
import type { Result } from '#platform/result.ts';
import type { ImportError, ImportLoss, ImportReport } from '../src/backup/contract.ts';
import { createLossTexts } from '../src/web/admin/data-jobs/loss-texts.ts';
import { exitWithMessage, runBackupTask } from './backup-commands.ts';
import { importUsage, parseImportArgs } from './import-options.ts';

const parsed = parseImportArgs(process.argv.slice(2));
if (!parsed.ok) exitWithMessage(parsed.error);
const { path, options } = parsed.value;
if (!existsSync(path)) exitWithMessage(importUsage);

const reasons: Record<ImportError['code'], string> = {
  'archive.unreadable': 'The file is damaged, or not an export from Unspool, Ghost or WordPress.',
  'archive.names': 'The ZIP has duplicate file names, or paths that lead outside it.',
  'archive.too_large': 'The file is too large.',
  'archive.unfit': 'The file has invalid content.',
};

const result = await runBackupTask<Result<ImportReport, ImportError>>({
  config: readConfigOrExit(process.env),
  runLocally: (backup) => backup.importFromFile(path, options),
  async runRemotely(send, folder) {
    const name = `${randomUUID()}.import`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await copyFile(path, join(folder, name));
      return (await send({ work: 'import', name, ...options })).result as Result<ImportReport, ImportError>;
    } finally {
      await rm(join(folder, name), { force: true });
    }
  },
});
if (!result.ok) {
  const { code, entry } = result.error;
  exitWithMessage(`Nothing was imported. ${reasons[code]}${entry === undefined ? '' : ` (${entry})`}`);
}

const { format, posts, losses, missingPictures, ...counts } = result.value;
const lossTexts = createLossTexts('en');
for (const { outcome, locale, slug, code, losses: postLosses = [] } of posts) {
  console.log(`${outcome.padEnd(9)} ${locale} ${slug}${code === undefined ? '' : ` (${code})`}`);
  for (const loss of postLosses) console.log(`          - ${describeLoss(loss)}`);
}
if (format !== 'unspool') {
  const { pictures, categories, tags, authors, redirects } = counts;
  console.log(
    `${posts.length} posts and pages, ${categories} categories, ${tags} tags, ${authors} authors, ${pictures} images, ${redirects} redirects.`,
  );
}
if (losses.length > 0) console.log('Changed or not imported:');
for (const loss of losses) console.log(`- ${describeLoss(loss)}`);
if (options.isDryRun) console.error('This was a dry run: nothing was written.');
if (missingPictures > 0) console.error(`${missingPictures} images could not be imported.`);
if (missingPictures > 0 && format !== 'unspool' && !options.fetchImages)
  console.error('--fetch-images requests images that the file lacks from their sites.');
if (posts.some(({ outcome }) => outcome === 'kept'))
  console.error('Posts marked "kept" differ from the import. --replace overwrites them.');
if (posts.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;

function describeLoss({ code, count, details }: ImportLoss): string {
  const more = details.length < count && details.length > 0 ? ', …' : '';
  return `${count} × ${lossTexts[code]}${details.length === 0 ? '' : ` (${details.join(', ')}${more})`}`;
}
