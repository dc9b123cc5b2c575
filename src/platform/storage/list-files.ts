import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultIfMissing } from './storage-errors.ts';

export interface ListedFile {
  name: string;
  path: string;
  bytes: number;
  modifiedAt: number;
  inode: number;
}

/** null if there is no regular file. */
export async function findFile(path: string): Promise<Omit<ListedFile, 'name'> | null> {
  const found = await defaultIfMissing(stat(path), null);
  if (!found?.isFile()) return null;
  return { path, bytes: found.size, modifiedAt: found.mtimeMs, inode: found.ino };
}

/** Regular files, in no order. Others may add and delete files meanwhile. */
export async function listFiles(
  folder: string,
  isRequested: (name: string) => boolean,
): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  for (const name of await defaultIfMissing(readdir(folder), [])) {
    const found = isRequested(name) ? await findFile(join(folder, name)) : null;
    if (found) files.push({ name, ...found });
  }
  return files;
}
