import type { Logger } from '../logger.ts';
import { createDiskFileStore, type FileStore, removeUnfinishedFiles } from './file-store.ts';
import { createS3FileStore, type S3Config } from './s3-file-store.ts';

export function openFileStore(
  bucket: S3Config | null,
  folder: string,
  log: Pick<Logger, 'error'>,
): FileStore {
  if (!bucket) {
    removeUnfinishedFiles(folder).catch((error) => log.error({ error }, 'old files could not be removed'));
    return createDiskFileStore(folder);
  }
  const files = createS3FileStore(bucket);
  files.list().catch((error) => log.error({ error }, 'file store request failed'));
  return files;
}
