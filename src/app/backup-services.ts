import { join } from 'node:path';
import { type BackupService, createBackupService } from '#backup/backup.ts';
import { createDataJobs, type DataJobs } from '#backup/data-jobs.ts';
import { createRestoreRehearsal, type RestoreRehearsal } from '#backup/rehearsal.ts';
import type { FetchImage } from '#blog/images.ts';
import { type BlogWriterOptions, createBlogWriter } from '#blog/write.ts';
import type { Database } from '#database/database.ts';
import type { Logger } from '#platform/logger.ts';
import type { Config } from './config.ts';

type BackupServicesDeps = Omit<BlogWriterOptions, 'fetchImage' | 'guessLanguage' | 'database'> & {
  database: Database;
  fetchImage: FetchImage;
  secret: string;
  log: Logger;
  /** Reads what this process has in memory again. Other nodes are notified. */
  onRestored(): Promise<void>;
};

/** Connects backup, import and export with the blog. Part of the composition root. */
export function openBackupServices(
  { dataDir }: Pick<Config, 'dataDir'>,
  deps: BackupServicesDeps,
): { backup: BackupService; dataJobs: DataJobs; rehearsal: RestoreRehearsal } {
  const folder = join(dataDir, 'archives');
  const backup = createBackupService({
    ...deps,
    folder,
    // Without `fetchImage`: an imported archive must not make this server send requests to other sites. The
    // importers of other programs use it if their owner asks for it.
    writer: createBlogWriter({ ...deps, fetchImage: null }),
  });
  const dataJobs = createDataJobs({ ...deps, backup, dataDir, folder: join(folder, 'jobs') });
  return { backup, dataJobs, rehearsal: createRestoreRehearsal({ ...deps, dataDir }) };
}
