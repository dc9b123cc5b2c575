// `npm run import -- FILE [--replace]`: takes in what `npm run export` wrote, also while the product runs.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportError, ImportReport } from '#archive/contract.ts';
import type { Result } from '#platform/result.ts';
import { doWork, endWith, isThere, readCommand } from './archive-work.ts';

const { config, paths, replace } = readCommand();
const [path] = paths;
if (!path || !(await isThere(path))) endWith('Name the archive: npm run import -- unspool.zip');

const reasons: Record<ImportError['code'], string> = {
  'archive.unreadable': 'It is no archive of content, or damaged.',
  'archive.names': 'It has names that lead out of it, or that are there twice.',
  'archive.too_large': 'It is too large.',
  'archive.unfit': 'It says something that content does not have.',
};

const taken = await doWork<Result<ImportReport, ImportError>>({
  config,
  here: (archive) => archive.importFrom(path, { replace }),
  async there(ask, folder) {
    const name = `${randomUUID()}.zip`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await copyFile(path, join(folder, name));
      return (await ask({ work: 'import', name, replace })).result as Result<ImportReport, ImportError>;
    } finally {
      await rm(join(folder, name), { force: true });
    }
  },
});
if (!taken.ok) {
  const { code, entry } = taken.error;
  endWith(`Nothing was taken in. ${reasons[code]}${entry === undefined ? '' : ` (${entry})`}`);
}
for (const { outcome, locale, slug, code } of taken.value.posts)
  console.log(`${outcome.padEnd(9)} ${locale} ${slug}${code === undefined ? '' : ` (${code})`}`);
const { missingPictures, posts } = taken.value;
if (missingPictures > 0) console.error(`${missingPictures} pictures could not be had.`);
if (posts.some(({ outcome }) => outcome === 'kept'))
  console.error('What is kept is here and different: --replace takes the archive for it.');
if (posts.some(({ outcome }) => outcome === 'refused')) process.exitCode = 1;
