// `npm run export [-- FILE]`: saves all content as one ZIP, even while the server runs.
import { runFileTask } from './backup-commands.ts';

const { path, report } = await runFileTask('export', 'zip', (backup, target) => backup.exportToFile(target));
console.log(`${path}\n${report.articles} articles, ${report.posts} posts, ${report.pictures} images.`);
