import { PassThrough, type Readable } from 'node:stream';
import type { PostArchive } from '#media/archive-post.ts';
import { markOf } from '#media/archive-ticket.ts';
import { readPostAgain } from '#media/ask-threads.ts';
import type { Ticket } from '#media/contract.ts';
import { type ArchivePlanner, type PromisedFile, planArchive } from '#media/plan-archive.ts';
import { validatorOf } from '#media/strong-tag.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Post } from '#threads/contract.ts';
import type { ChosenFile } from './choose-files.ts';
import { DiskFault } from './disk-fault.ts';
import type { Failure } from './exit-codes.ts';
import type { FindKept } from './kept-files.ts';
import { pipeSink } from './pipe-file.ts';
import type { Saving } from './save-files.ts';
import { transferFile } from './transfer-file.ts';

export interface PlannedZip {
  archive: PostArchive;
  /** Why files of it did not come, oldest first. */
  failures: Failure[];
}

/**
 * The server's own plan of a post's ZIP, with files that are gone on with where their connection breaks.
 * @param findKept asked once for each file, in their order, when the archive comes to it
 */
export async function planZip(
  post: Post,
  files: readonly ChosenFile[],
  saving: Saving,
  findKept: FindKept,
): Promise<Result<PlannedZip, Failure>> {
  const { upstream, order, signal } = saving;
  const failures: Failure[] = [];
  const validators = new Map<string, string | null>();
  const planner: ArchivePlanner = {
    ...{ judge: upstream.judge, tagger: upstream.tagger },
    readPost: (postUrl, isThread) => readPostAgain(upstream.reader, postUrl, isThread),
    async openFile(ticket, ask, either) {
      const opened = await upstream.openFile(ticket, ask, either);
      if (opened.ok) validators.set(ticket.item.itemId, validatorOf(opened.value.body));
      return opened;
    },
    async streamFile(ticket, promised) {
      const kept = await findKept(promised.bytes);
      const validator = validators.get(ticket.item.itemId) ?? null;
      // A beginning is gone on with only where its host can be asked for the rest of the very same file.
      const isUsed = kept !== null && (validator !== null || kept.bytes === promised.bytes);
      const { bytes: totalBytes, extension } = promised;
      const note = { validator: validator ?? '', totalBytes, extension };
      return streamFile(ticket, promised, isUsed ? { ...kept, note } : null, saving, failures);
    },
  };
  const asked = {
    ...{ postUrl: post.url, isThread: order.thread, count: files.length, template: order.template },
    chosen: files.map(({ item, index }) => ({ index, mark: markOf(item.id) })),
  };
  const planned = await planArchive(planner, asked, signal, signal);
  if (signal.aborted) return fail({ code: 'interrupted' });
  return planned.ok ? ok({ archive: planned.value, failures }) : fail({ code: planned.error.code });
}

/** A file as it comes: what is kept of it first, and gone on with where its connection breaks. */
function streamFile(
  ticket: Ticket,
  promised: PromisedFile,
  kept: Parameters<typeof pipeSink>[1],
  saving: Saving,
  failures: Failure[],
): Readable {
  const stream = new PassThrough();
  // The archive hears of it as well; where it has ended already, nobody else does.
  stream.on('error', () => undefined);
  const gone = new AbortController();
  stream.once('close', () => gone.abort());
  const { openFile, idleMs, pauseMs } = saving.upstream;
  const sink = pipeSink(stream, kept);

  async function fill(): Promise<void> {
    const moved = await transferFile(ticket, sink, {
      ...{ openFile, idleMs, pauseMs, signal: AbortSignal.any([saving.signal, gone.signal]) },
      onProgress: () => undefined,
      async judge(extension, totalBytes) {
        const isPromised =
          extension === promised.extension && (totalBytes ?? promised.bytes) === promised.bytes;
        return isPromised ? null : { code: 'zip.failed' };
      },
    });
    if (moved.ok) await sink.passKept();
    if (moved.ok) stream.end();
    else {
      if (!gone.signal.aborted) failures.push(moved.error);
      stream.destroy(new Error(moved.error.code));
    }
  }
  fill().catch((cause: unknown) => {
    // Of `-`, which is the archive here: it has been given up.
    if (cause instanceof DiskFault && cause.path !== '-')
      failures.push({ code: cause.code, path: cause.path });
    stream.destroy(cause instanceof Error ? cause : new Error('a file of the ZIP', { cause }));
  });
  return stream;
}
