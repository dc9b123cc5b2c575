import { open } from 'node:fs/promises';
import type { Ticket } from '#media/contract.ts';
import type { OpenedFile } from '#media/open-file.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { onDisk } from './disk-fault.ts';
import type { Failure } from './exit-codes.ts';
import { judgePlace, readAll } from './part-file.ts';
import { type Transfer, takeBody } from './transfer-file.ts';

/** Compared at the end of a file. */
const tailBytes = 64 * 1024;

/**
 * Whether what lies at a path is the file that is given: of its length, with its first bytes and its last. Of what is
 * compressed, as all of these files are, no two that differ have all of that in common. Throws DiskFault.
 */
export async function isSameFile(
  path: string,
  given: Pick<OpenedFile, 'totalBytes' | 'first'>,
  ticket: Ticket,
  transfer: Pick<Transfer, 'openFile' | 'signal' | 'idleMs'>,
): Promise<Result<boolean, Failure>> {
  const { totalBytes, first } = given;
  if (totalBytes === null || (await judgePlace(path, totalBytes, false)) !== 'enough') return ok(false);
  const handle = await onDisk(path, () => open(path));
  try {
    const isAt = async (place: number, bytes: Uint8Array) =>
      (await onDisk(path, () => readAll(handle, place, bytes.length))).equals(bytes);
    if (!(await isAt(0, first))) return ok(false);
    const from = Math.max(first.length, totalBytes - tailBytes);
    if (from >= totalBytes) return ok(true);
    const opened = await transfer.openFile(
      ticket,
      { method: 'GET', range: `bytes=${from}-` },
      transfer.signal,
    );
    if (!opened.ok) return fail({ code: opened.error.code });
    // A host that knows no parts gives the whole: then all of it is compared.
    let at = opened.value.range?.from ?? 0;
    let isSame = true;
    const ended = await takeBody(
      opened.value,
      {
        bytes: () => at,
        async append(chunk) {
          isSame &&= await isAt(at, chunk);
          at += chunk.length;
        },
      },
      { ...transfer, onProgress: () => undefined },
    ).finally(() => opened.value.body.destroy());
    if (!ended.ok) return ended;
    return at === totalBytes ? ok(isSame) : fail({ code: 'media.unreachable' });
  } finally {
    await handle.close();
  }
}
