import { createFileStore, type FileStore } from './file-store.ts';
import type { Logger } from './logger.ts';
import { createS3FileStore, type S3Config } from './s3-file-store.ts';

/** Files in a bucket, or, where there is none, under `folder`. A bucket that can't be used is told of at once. */
export function openFileStore(
  bucket: S3Config | null,
  folder: string,
  log: Pick<Logger, 'error'>,
): FileStore {
  if (!bucket) return createFileStore(folder);
  const files = createS3FileStore(bucket);
  files.list().catch((error) => log.error({ error }, 'the file store'));
  return files;
}
