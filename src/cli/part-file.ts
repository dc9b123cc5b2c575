import { constants } from 'node:fs';
import { type FileHandle, link, lstat, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { DiskFault, onDisk } from './disk-fault.ts';
import type { Sink, TransferNote } from './transfer-file.ts';

const noteShape = z.strictObject({
  validator: z.string(),
  totalBytes: z.int().positive(),
  extension: z.string().regex(/^[a-z\d]{2,5}$/),
  of: z.string().exactOptional(),
}) satisfies z.ZodType<TransferNote>;

/** A file on its way: `NAME.part`, and beside it what is needed to go on with it. */
export interface PartFile extends Sink {
  /** Fewer bytes where there are no more. */
  read(at: number, length: number): Promise<Buffer>;
  /** Gives the file its name; throws DiskFault. Never replaces another, unless told to. */
  finish(path: string, force: boolean): Promise<void>;
  /** Keeps what has arrived, if anything can be done with it, and tells whether. */
  close(): Promise<boolean>;
}

/**
 * Throws DiskFault; also where something lies there that is not of this command, unless `force` replaces it.
 *
 * @param base path of the file to be, without its extension
 * @param of what it is of, where another's file may be begun under the same name: that one is not gone on with
 */
export async function openPart(base: string, force: boolean, of: string | null = null): Promise<PartFile> {
  const [path, notePath, newNotePath] = [`${base}.part`, `${base}.part.json`, `${base}.part.new`];
  // A link that somebody put here would lead the bytes elsewhere.
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const handle = await onDisk(path, () => open(path, flags, 0o666));
  let note: TransferNote | null = (await isPartOfAnother(base, of)) ? null : await readNote(notePath);
  let bytes = await onDisk(path, async () => (await handle.stat()).size);
  // What this command leaves behind has its note beside it, readable or not.
  if (bytes > 0 && !force && !(await statOf(notePath))?.isFile()) {
    await handle.close();
    throw new DiskFault('disk.exists', path, null);
  }
  if (note === null || bytes > note.totalBytes) {
    await onDisk(path, () => handle.truncate(0));
    [note, bytes] = [null, 0];
  }

  // Made anew, then renamed: a link that somebody put in its place is replaced, not followed.
  async function writeNote(begun: TransferNote): Promise<void> {
    await rm(newNotePath, { force: true });
    try {
      const written = { ...begun, ...(of !== null && { of }) };
      await writeFile(newNotePath, JSON.stringify(written), { flag: 'wx' });
      await rename(newNotePath, notePath);
    } catch (cause) {
      await rm(newNotePath, { force: true });
      throw cause;
    }
  }

  let isFinished = false;
  return {
    bytes: () => bytes,
    note: () => (bytes > 0 ? note : null),
    async begin(begun) {
      await onDisk(path, () => handle.truncate(0));
      bytes = 0;
      note = begun;
      if (begun) await onDisk(notePath, () => writeNote(begun));
      else await onDisk(notePath, () => rm(notePath, { force: true }));
      return true;
    },
    async append(chunk) {
      try {
        await onDisk(path, () => writeAll(handle, chunk, bytes));
        bytes += chunk.length;
      } catch (cause) {
        // A disk that fills up may have taken the beginning of it.
        bytes = (await handle.stat()).size;
        throw cause;
      }
    },
    read: (at, length) => onDisk(path, () => readAll(handle, at, length)),
    async finish(target, force) {
      await onDisk(path, () => handle.sync());
      await handle.close();
      await onDisk(target, () => (force ? rename(path, target) : renameAnew(path, target)));
      isFinished = true;
      await onDisk(notePath, () => rm(notePath, { force: true }));
    },
    async close() {
      await handle.close();
      if (isFinished) return false;
      if (bytes > 0 && note !== null) return true;
      await onDisk(path, () => Promise.all([rm(path, { force: true }), rm(notePath, { force: true })]));
      return false;
    },
  };
}

/** Whether a file of something else was begun under this name. */
export async function isPartOfAnother(base: string, of: string | null): Promise<boolean> {
  const begun = of === null ? null : await readNote(`${base}.part.json`);
  return begun?.of !== undefined && begun.of !== of;
}

/** What does not read as a note is none: the file is begun anew. */
async function readNote(path: string): Promise<z.infer<typeof noteShape> | null> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    return noteShape.parse(JSON.parse(text));
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

/** Fewer bytes where there are no more. */
export async function readAll(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(buffer, read, length - read, at + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/** A hard link fails where there is a file of that name; renaming would replace it. */
async function renameAnew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'EEXIST') throw new DiskFault('disk.exists', to, cause);
    // Some file systems know no links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(String(code))) throw cause;
    if ((await statOf(to)) !== null) throw new DiskFault('disk.exists', to, cause);
    await rename(from, to);
  }
}

/**
 * What lies where a file is to be: the very file, going by its length, nothing that is in the way, or something that is
 * not to be replaced. Throws DiskFault.
 */
export async function judgePlace(
  path: string,
  totalBytes: number | null,
  force: boolean,
): Promise<'enough' | 'free' | 'disk.exists' | 'disk.folder'> {
  const found = await statOf(path);
  if (found?.isDirectory()) return 'disk.folder';
  if (found === null || force) return 'free';
  return found.isFile() && found.size === totalBytes ? 'enough' : 'disk.exists';
}

async function statOf(path: string) {
  return onDisk(path, () =>
    lstat(path).catch((cause: unknown) => {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
      throw cause;
    }),
  );
}

export function pathIn(folder: string, name: string): string {
  const path = join(folder, name);
  // Names are cleaned of separators; this is what they are cleaned for.
  if (dirname(path) !== join(folder)) throw new Error('a name that leaves its folder');
  return path;
}
