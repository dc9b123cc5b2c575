import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** Most keys one call of `list` gives. */
export const fileListLimit = 100;

/** Largest file a shared store takes or gives: more than any form of a picture has. */
export const fileLimitBytes = 32 * 1024 * 1024;

/** A shared store that did not do what was asked. Its message names no key and no address. */
export class FileStoreError extends Error {
  readonly code: 'files.unreachable' | 'files.refused' | 'files.too_large';

  constructor(code: FileStoreError['code'], said = '') {
    super(`the file store: ${code}${said && ` (${said})`}`);
    this.name = 'FileStoreError';
    this.code = code;
  }
}

/** Named bytes. Keys are `a-z 0-9 . -` in parts divided by `/`, no part begins with a dot; others throw. */
export interface FileStore {
  /** After it has come back, the bytes outlast a crash; a reader sees the old ones or the new ones, never a part. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  /** A missing key is no error. */
  delete(key: string): Promise<void>;
  /** The first `fileListLimit` keys that begin with `prefix` and come behind `after`, in the order of their characters. */
  list(prefix?: string, after?: string): Promise<string[]>;
}

const keyPattern = /^(?=.{1,200}$)[a-z0-9-][a-z0-9.-]*(?:\/[a-z0-9-][a-z0-9.-]*)*$/;

export function isFileKey(key: string): boolean {
  return keyPattern.test(key);
}

export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`Not a key of a file: ${JSON.stringify(key.slice(0, 80))}`);
}

/** Begins with a dot, so that no key can lead there. */
const unfinished = '.unfinished';

/** Keeps files under `folder`, which is made when the first one comes. */
export function createFileStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    assertFileKey(key);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const draft = join(folder, unfinished, randomUUID());
      await mkdir(dirname(draft), { recursive: true });
      try {
        await writeThrough(draft, bytes);
        await mkdir(dirname(path), { recursive: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    get: (key) => orWhenMissing(readFile(pathOf(key)), null),
    delete: (key) => orWhenMissing(rm(pathOf(key)), undefined),
    async list(prefix = '', after = '') {
      const entries = await orWhenMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
        .map((path) => path.split(sep).join('/'))
        .filter((key) => key.startsWith(prefix) && key > after && keyPattern.test(key))
        .sort()
        .slice(0, fileListLimit);
    },
  };
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o644);
  await file.writeFile(bytes);
  await file.sync();
}

/** Without it the new name itself may be lost with the power. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}

async function orWhenMissing<T, M>(work: Promise<T>, missing: M): Promise<T | M> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return missing;
    throw error;
  }
}
