import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '#platform/result.ts';

/** Unlinks the file at once, so that it disappears when it is closed or this process dies. */
export async function openTempFile(folder: string): Promise<Result<FileHandle, Error>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    const { O_RDWR, O_CREAT, O_EXCL } = constants;
    const file = await open(path, O_RDWR | O_CREAT | O_EXCL, 0o600);
    try {
      await unlink(path);
      return ok(file);
    } catch (cause) {
      await file.close();
      throw cause;
    }
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    return fail(cause);
  }
}
