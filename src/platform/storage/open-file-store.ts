import type { Logger } from '../logger.ts';
import { createDiskFileStore, type FileStore } from './file-store.ts';
import { createS3FileStore, type S3Config } from './s3-file-store.ts';

export function openFileStore(
  bucket: S3Config | null,
  folder: string,
  log: Pick<Logger, 'error'>,
): FileStore {
  if (!bucket) return createDiskFileStore(folder);
  const files = createS3FileStore(bucket);
  files.list().catch((error) => log.error({ error }, 'file store request failed'));
  return files;
}
