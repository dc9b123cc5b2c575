import { join } from 'node:path';
import { type BackupService, createBackupService } from '#archive/create-archive.ts';
import { type BlogWriterOptions, createBlogWriter } from '#blog/create-blog-writer.ts';
import { largestImageKey, listImageFileKeys } from '#blog/picture-files.ts';
import type { Config } from '#config.ts';
import { recordCurrentRevision } from '#desk/revision-of-now.ts';

/** Connects backup, import and export with the blog. Part of the composition root. */
export function openBackupService(
  { dataDir }: Pick<Config, 'dataDir'>,
  deps: Omit<BlogWriterOptions, 'fetchImage' | 'guessLanguage'> & { secret: string },
): BackupService {
  return createBackupService({
    ...deps,
    folder: join(dataDir, 'archives'),
    listFileKeys: listImageFileKeys,
    getLargestFileKey: largestImageKey,
    // Without `fetchPicture`: an imported archive must not make this server send requests to other sites.
    writer: createBlogWriter(deps),
    saveRevision: (queries, id) => recordCurrentRevision(queries, id, deps.now),
  });
}
