import { open } from 'node:fs/promises';
import type { Ticket } from '#media/contract.ts';
import type { UpstreamFile } from '#media/open-file.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { withDiskErrors } from './disk-fault.ts';
import type { CliError } from './exit-codes.ts';
import { checkDestination, readFully } from './part-file.ts';
import { type SinkDownloadOptions, writeBodyToSink } from './transfer-file.ts';

const tailBytes = 64 * 1024;

/**
 * Compares length, first bytes and last bytes. That is enough: the media are compressed, so different files
 * differ in at least one of them. Throws `DiskError`.
 */
export async function isSameFile(
  path: string,
  file: Pick<UpstreamFile, 'totalBytes' | 'first'>,
  ticket: Ticket,
  options: Pick<SinkDownloadOptions, 'openFile' | 'signal' | 'idleMs'>,
): Promise<Result<boolean, CliError>> {
  const { totalBytes, first } = file;
  if (totalBytes === null || (await checkDestination(path, totalBytes, false)) !== 'enough') return ok(false);
  const handle = await withDiskErrors(path, () => open(path));
  try {
    const isAt = async (offset: number, bytes: Uint8Array) =>
      (await withDiskErrors(path, () => readFully(handle, offset, bytes.length))).equals(bytes);
    if (!(await isAt(0, first))) return ok(false);
    const from = Math.max(first.length, totalBytes - tailBytes);
    if (from >= totalBytes) return ok(true);
    const opened = await options.openFile(ticket, { method: 'GET', range: `bytes=${from}-` }, options.signal);
    if (!opened.ok) return fail({ code: opened.error.code });
    // A host without range support sends the whole file: compare all of it.
    let at = opened.value.range?.from ?? 0;
    let isSame = true;
    const ended = await writeBodyToSink(
      opened.value,
      {
        bytes: () => at,
        async append(chunk) {
          isSame &&= await isAt(at, chunk);
          at += chunk.length;
        },
      },
      { ...options, onProgress: () => undefined },
    ).finally(() => opened.value.body.destroy());
    if (!ended.ok) return ended;
    return at === totalBytes ? ok(isSame) : fail({ code: 'media.unreachable' });
  } finally {
    await handle.close();
  }
}
