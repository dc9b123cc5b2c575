import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, type Result } from '#platform/result.ts';
import type { DownloadSink, PartMetadata } from './download-file.ts';
import type { CliError } from './errors.ts';
import { DiskError, getErrorCode, makeFolder, withDiskErrors } from './file-system.ts';
import type { SaveDeps } from './save-files.ts';

const partMetadataSchema = z.strictObject({
  validator: z.string(),
  totalBytes: z.int().positive(),
  extension: z.string().regex(/^[a-z\d]{2,5}$/),
  of: z.string().exactOptional(),
}) satisfies z.ZodType<PartMetadata>;

/** `NAME.part`, with metadata in `NAME.part.json`. */
export interface PartFile extends DownloadSink {
  read(at: number, length: number): Promise<Buffer>;
  /** Replaces another file only with `force`. Throws `DiskError`. */
  finish(path: string, force: boolean, modified: Date): Promise<void>;
  /** False if the part file was deleted, because it cannot be resumed. */
  close(): Promise<boolean>;
}

export interface SaveFailure {
  failure: CliError;
  /** The path of the part file, if it can be resumed. */
  part?: string;
}

/** Closes the part file that `save` has opened, if any, and turns a `DiskError` into a failure. */
export async function withPartFile<T>(
  base: string,
  itemKey: string | null,
  { options, progress }: Pick<SaveDeps, 'options' | 'progress'>,
  save: (openPart: () => Promise<PartFile>) => Promise<Result<T, CliError>>,
): Promise<Result<T, SaveFailure>> {
  let part = null as PartFile | null;
  let isKept = false;
  let failure: CliError;
  try {
    await makeFolder(options.out);
    const saved = await save(async () => {
      part = await openPartFile(base, options.force, itemKey);
      return part;
    });
    if (saved.ok) return saved;
    failure = saved.error;
  } catch (cause) {
    if (!(cause instanceof DiskError)) throw cause;
    failure = { code: cause.code, path: cause.path };
  } finally {
    progress.clear();
    isKept = (await part?.close()) ?? false;
  }
  return fail({ failure, ...(isKept && { part: `${base}.part` }) });
}

/** Without `force`, throws `DiskError` for the part file of another program. Another `itemKey` restarts. */
async function openPartFile(base: string, force: boolean, itemKey: string | null): Promise<PartFile> {
  const [path, metadataPath, tempMetadataPath] = [`${base}.part`, `${base}.part.json`, `${base}.part.new`];
  // Never write through a symlink that somebody put here.
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const handle = await withDiskErrors(path, () => open(path, flags, 0o666));
  let metadata: PartMetadata | null = (await belongsToAnotherFile(base, itemKey))
    ? null
    : await readMetadata(metadataPath);
  let bytes = await withDiskErrors(path, async () => (await handle.stat()).size);
  // Every part file of this command has metadata, even if it is unreadable.
  if (bytes > 0 && !force && !(await lstatOrNull(metadataPath))?.isFile()) {
    await handle.close();
    throw new DiskError('disk.exists', path, null);
  }
  if (metadata === null || bytes > metadata.totalBytes) {
    await withDiskErrors(path, () => handle.truncate(0));
    [metadata, bytes] = [null, 0];
  }

  // A rename replaces a symlink in its place instead of following it.
  async function writeMetadata(current: PartMetadata): Promise<void> {
    await rm(tempMetadataPath, { force: true });
    try {
      const written = { ...current, ...(itemKey !== null && { of: itemKey }) };
      await writeFile(tempMetadataPath, JSON.stringify(written), { flag: 'wx' });
      await rename(tempMetadataPath, metadataPath);
    } catch (cause) {
      await rm(tempMetadataPath, { force: true });
      throw cause;
    }
  }

  let isFinished = false;
  return {
    bytes: () => bytes,
    metadata: () => (bytes > 0 ? metadata : null),
    async start(next) {
      await withDiskErrors(path, () => handle.truncate(0));
      bytes = 0;
      metadata = next;
      if (next) await withDiskErrors(metadataPath, () => writeMetadata(next));
      else await withDiskErrors(metadataPath, () => rm(metadataPath, { force: true }));
      return true;
    },
    async append(chunk) {
      try {
        await withDiskErrors(path, () => writeAll(handle, chunk, bytes));
        bytes += chunk.length;
      } catch (cause) {
        // A full disk may have accepted part of the chunk.
        bytes = (await handle.stat()).size;
        throw cause;
      }
    },
    read: (at, length) => withDiskErrors(path, () => readFully(handle, at, length)),
    async finish(target, force, modified) {
      await withDiskErrors(path, () => setTime(handle, modified));
      await withDiskErrors(path, () => handle.sync());
      await handle.close();
      await withDiskErrors(target, () => (force ? rename(path, target) : renameExclusive(path, target)));
      isFinished = true;
      await withDiskErrors(metadataPath, () => rm(metadataPath, { force: true }));
    },
    async close() {
      await handle.close();
      if (isFinished) return false;
      if (bytes > 0 && metadata !== null) return true;
      await withDiskErrors(path, () =>
        Promise.all([rm(path, { force: true }), rm(metadataPath, { force: true })]),
      );
      return false;
    },
  };
}

export async function belongsToAnotherFile(base: string, itemKey: string | null): Promise<boolean> {
  const metadata = itemKey === null ? null : await readMetadata(`${base}.part.json`);
  return metadata?.of !== undefined && metadata.of !== itemKey;
}

async function readMetadata(path: string): Promise<z.infer<typeof partMetadataSchema> | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    return partMetadataSchema.parse(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof z.ZodError) return null;
    throw cause;
  }
}

async function writeAll(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, at, chunk.length - at, position + at);
    at += bytesWritten;
  }
}

export async function readFully(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, at + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

async function setTime(handle: FileHandle, modified: Date): Promise<void> {
  if (Number.isNaN(modified.getTime())) return;
  try {
    await handle.utimes(modified, modified);
  } catch (cause) {
    // Some file systems keep no times, or only for their owner.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EINVAL'].includes(getErrorCode(cause))) throw cause;
  }
}

/** A hard link fails if the target exists; a rename would replace it. */
async function renameExclusive(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (cause) {
    const code = getErrorCode(cause);
    if (code === 'EEXIST') throw new DiskError('disk.exists', to, cause);
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(code)) throw cause;
    if ((await lstatOrNull(to)) !== null) throw new DiskError('disk.exists', to, cause);
    await rename(from, to);
  }
}

/** `same_size`: a file of the same length exists. Throws `DiskError`. */
export async function checkDestination(
  path: string,
  totalBytes: number | null,
  force: boolean,
): Promise<'same_size' | 'free' | 'disk.exists' | 'disk.folder'> {
  const found = await lstatOrNull(path);
  if (found?.isDirectory()) return 'disk.folder';
  if (found === null || force) return 'free';
  return found.isFile() && found.size === totalBytes ? 'same_size' : 'disk.exists';
}

async function lstatOrNull(path: string) {
  return withDiskErrors(path, () =>
    lstat(path).catch((cause: unknown) => {
      if (getErrorCode(cause) === 'ENOENT') return null;
      throw cause;
    }),
  );
}

export function joinSafely(folder: string, name: string): string {
  const path = join(folder, name);
  // Defense in depth: names are already sanitized.
  if (dirname(path) !== join(folder)) throw new Error('the file name leaves its folder');
  return path;
}
