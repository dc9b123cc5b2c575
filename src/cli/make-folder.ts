import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DiskFault, onDisk } from './disk-fault.ts';

/**
 * Makes a folder, and those above it, where they are missing. Throws DiskFault. Not by `recursive`: where nothing can be
 * made in a folder that is there (`/proc/1`), that never comes to an end (Node 24).
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await onDisk(path, () => makeWithParents(path));
  } catch (cause) {
    // Something else lies there, or above.
    if (cause instanceof DiskFault && ['EEXIST', 'ENOTDIR'].includes(codeOf(cause.cause)))
      throw new DiskFault('disk.no_folder', path, cause);
    throw cause;
  }
}

async function makeWithParents(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    const parent = dirname(path);
    if (codeOf(cause) !== 'ENOENT' || parent === path) return expectFolder(path, cause);
    await makeWithParents(parent);
    await mkdir(path).catch((again: unknown) => expectFolder(path, again));
  }
}

/** It was there, however the system says so. */
async function expectFolder(path: string, cause: unknown): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw cause;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
