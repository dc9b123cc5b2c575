// `npm run export [-- FILE]`: all content as one ZIP, also while the product runs.
import { join, resolve } from 'node:path';
import { datedName, doWork, endWith, isThere, moveFile, readCommand } from './archive-work.ts';

const { config, paths } = readCommand();
const path = paths[0] ?? resolve(`${datedName()}.zip`);
if (await isThere(path)) endWith(`${path} is there already.`);
if (config.database.kind === 'embedded' && !(await isThere(config.database.folder)))
  endWith(`There is no database in ${config.database.folder}.`);

const { articles, posts, pictures } = await doWork<Record<'articles' | 'posts' | 'pictures', number>>({
  config,
  here: (archive) => archive.exportTo(path),
  async there(ask, folder) {
    const answer = await ask({ work: 'export' });
    await moveFile(join(folder, String(answer.name)), path);
    return answer.report as Record<'articles' | 'posts' | 'pictures', number>;
  },
});
console.log(`${path}\n${articles} articles, ${posts} posts, ${pictures} pictures.`);
