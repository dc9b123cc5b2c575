// `npm run export [-- FILE]`: saves all content as one ZIP, even while the server runs.
import { join, resolve } from 'node:path';
import {
  exitWithMessage,
  moveFile,
  parseCommand,
  pathExists,
  runBackupTask,
  timestampedName,
} from './backup-commands.ts';

const { config, paths } = parseCommand();
const path = paths[0] ?? resolve(`${timestampedName()}.zip`);
if (await pathExists(path)) exitWithMessage(`${path} already exists.`);
if (config.database.kind === 'embedded' && !(await pathExists(config.database.folder)))
  exitWithMessage(`There is no database in ${config.database.folder}.`);

const {
  articles,
  posts,
  pictures: images,
} = await runBackupTask<Record<'articles' | 'posts' | 'pictures', number>>({
  config,
  runLocally: (backup) => backup.exportToFile(path),
  async runRemotely(send, folder) {
    const response = await send({ work: 'export' });
    await moveFile(join(folder, String(response.name)), path);
    return response.report as Record<'articles' | 'posts' | 'pictures', number>;
  },
});
console.log(`${path}\n${articles} articles, ${posts} posts, ${images} images.`);
