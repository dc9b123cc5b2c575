import { PassThrough, type Readable } from 'node:stream';
import { rereadPost } from '#extraction/refresh.ts';
import type { Ticket } from '#media/contract.ts';
import { upstreamValidator } from '#media/entity-tag.ts';
import { type ExpectedFile, type PlanZipDeps, planZip } from '#media/plan-zip.ts';
import type { PostZip } from '#media/post-zip.ts';
import { shortId } from '#media/zip-ticket.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ThreadsPost } from '#threads/contract.ts';
import { downloadToSink } from './download-file.ts';
import type { CliError } from './errors.ts';
import { DiskError } from './file-system.ts';
import type { FindStoredBytes } from './partial-zip.ts';
import type { SaveDeps } from './save-files.ts';
import type { SelectedFile } from './select-files.ts';
import { createStreamSink } from './stream-sink.ts';

export interface ZipPlan {
  zip: PostZip;
  failures: CliError[];
}

/** As on the server, but the files resume. `findStoredBytes` is called once a file, in ZIP order. */
export async function planResumableZip(
  post: ThreadsPost,
  files: readonly SelectedFile[],
  deps: SaveDeps,
  findStoredBytes: FindStoredBytes,
): Promise<Result<ZipPlan, CliError>> {
  const { upstream, options, signal } = deps;
  const failures: CliError[] = [];
  const validators = new Map<string, string | null>();
  const zipDeps: PlanZipDeps = {
    validateUrl: upstream.validateUrl,
    tagger: upstream.tagger,
    readPost: (postUrl, isThread) => rereadPost(upstream.reader, postUrl, isThread),
    async openFile(ticket, request, fileSignal) {
      const opened = await upstream.openFile(ticket, request, fileSignal);
      if (opened.ok) validators.set(ticket.item.itemId, upstreamValidator(opened.value.body));
      return opened;
    },
    async streamFile(ticket, expectedFile) {
      const stored = await findStoredBytes(expectedFile.bytes);
      const validator = validators.get(ticket.item.itemId) ?? null;
      // Without a validator, the rest could come from a changed file.
      const isResumable = stored !== null && (validator !== null || stored.bytes === expectedFile.bytes);
      const { bytes: totalBytes, extension } = expectedFile;
      const metadata = { validator: validator ?? '', totalBytes, extension };
      return streamFile(ticket, expectedFile, isResumable ? { ...stored, metadata } : null, deps, failures);
    },
  };
  const zipRequest = {
    postUrl: post.url,
    isThread: options.thread,
    count: files.length,
    template: options.template,
    selection: files.map(({ item, index }) => ({ index, shortId: shortId(item.id) })),
  };
  const planned = await planZip(zipDeps, zipRequest, signal, signal);
  if (signal.aborted) return fail({ code: 'interrupted' });
  return planned.ok ? ok({ zip: planned.value, failures }) : fail({ code: planned.error.code });
}

function streamFile(
  ticket: Ticket,
  expectedFile: ExpectedFile,
  stored: Parameters<typeof createStreamSink>[1],
  deps: SaveDeps,
  failures: CliError[],
): Readable {
  const stream = new PassThrough();
  // Once the ZIP has ended, nothing else handles the error.
  stream.on('error', () => undefined);
  const aborter = new AbortController();
  stream.once('close', () => aborter.abort());
  const { openFile, idleMs, pauseMs } = deps.upstream;
  const sink = createStreamSink(stream, stored);

  async function fill(): Promise<void> {
    const download = await downloadToSink(ticket, sink, {
      openFile,
      idleMs,
      pauseMs,
      signal: AbortSignal.any([deps.signal, aborter.signal]),
      onProgress: () => undefined,
      async validate(extension, totalBytes) {
        const isExpected =
          extension === expectedFile.extension && (totalBytes ?? expectedFile.bytes) === expectedFile.bytes;
        return isExpected ? null : { code: 'zip.failed' };
      },
    });
    if (download.ok) await sink.writeStored();
    if (download.ok) stream.end();
    else {
      if (!aborter.signal.aborted) failures.push(download.error);
      stream.destroy(new Error(download.error.code));
    }
  }
  fill().catch((cause: unknown) => {
    // `-`: the stream of the ZIP was closed, so the ZIP was abandoned.
    if (cause instanceof DiskError && cause.path !== '-')
      failures.push({ code: cause.code, path: cause.path });
    stream.destroy(cause instanceof Error ? cause : new Error('cannot read a file of the ZIP', { cause }));
  });
  return stream;
}
