import { mkdir } from 'node:fs/promises';
import { DiskFault, onDisk } from './disk-fault.ts';

/** Makes a folder, and those above it, where they are missing. Throws DiskFault. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await onDisk(path, () => mkdir(path, { recursive: true }));
  } catch (cause) {
    const below = cause instanceof DiskFault ? cause.cause : null;
    const code = below instanceof Error && 'code' in below ? below.code : null;
    // Something else lies there, or above.
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new DiskFault('disk.no_folder', path, cause);
    throw cause;
  }
}
