import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { writeAtomically } from './atomic-file.ts';
import { createFolder } from './flush.ts';
import { listFiles } from './list-files.ts';
import { defaultIfMissing } from './storage-errors.ts';

export const fileListLimit = 100;

export const fileLimitBytes = 32 * 1024 * 1024;

/** The message contains neither keys nor URLs. */
export class FileStoreError extends Error {
  readonly code: 'files.unreachable' | 'files.refused' | 'files.too_large';

  constructor(code: FileStoreError['code'], detail = '') {
    super(`file store: ${code}${detail && ` (${detail})`}`);
    this.name = 'FileStoreError';
    this.code = code;
  }
}

/** Keys consist of `a-z 0-9 . -` in segments separated by `/` that don't start with a dot; others throw. */
export interface FileStore {
  /** Atomic and durable once it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
  /** The first `fileListLimit` keys in code-unit order that start with `prefix` and follow `after`. */
  list(prefix?: string, after?: string): Promise<string[]>;
}

const keyPattern = /^(?=.{1,200}$)[a-z0-9-][a-z0-9.-]*(?:\/[a-z0-9-][a-z0-9.-]*)*$/;

export function isFileKey(key: string): boolean {
  return keyPattern.test(key);
}

export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`invalid file key: ${JSON.stringify(key.slice(0, 80))}`);
}

/** Starts with a dot, so it can't conflict with a key. */
const tempFolder = '.unfinished';

/** Far longer than a write takes. */
const unfinishedMsMax = 3_600_000;

/** Of processes that were killed. Others may be writing. */
export async function removeUnfinishedFiles(folder: string): Promise<void> {
  for (const { path, modifiedAt } of await listFiles(join(folder, tempFolder), () => true))
    if (Date.now() - modifiedAt > unfinishedMsMax) await rm(path, { force: true });
}

export function createDiskFileStore(folder: string): FileStore {
  const toPath = (key: string) => {
    assertFileKey(key);
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = toPath(key);
      const tempPath = join(folder, tempFolder, randomUUID());
      await createFolder(dirname(tempPath));
      await writeAtomically(path, tempPath, async () => {
        await writeThrough(tempPath, bytes);
        await createFolder(dirname(path));
      });
    },
    get: (key) => defaultIfMissing(readFile(toPath(key)), null),
    delete: (key) => defaultIfMissing(rm(toPath(key)), undefined),
    async list(prefix = '', after = '') {
      const entries = await defaultIfMissing(readdir(folder, { recursive: true, withFileTypes: true }), []);
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
