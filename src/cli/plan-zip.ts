import { PassThrough, type Readable } from 'node:stream';
import { rereadPost } from '#extraction/refresh.ts';
import type { Ticket } from '#media/contract.ts';
import { type ExpectedFile, type PlanZipDeps, planZip } from '#media/plan-zip.ts';
import type { PostZip } from '#media/post-zip.ts';
import { shortId } from '#media/zip-ticket.ts';
import { fail, type Result } from '#platform/result.ts';
import type { ThreadsPost } from '#threads/contract.ts';
import { downloadToSink } from './download-file.ts';
import type { CliError } from './errors.ts';
import { DiskError } from './file-system.ts';
import type { FindStoredBytes, StoredBytes } from './partial-zip.ts';
import type { SaveDeps } from './save-files.ts';
import type { SelectedFile } from './select-files.ts';
import { createStreamSink } from './stream-sink.ts';

export interface ZipSources {
  /** Called once a file, in ZIP order. */
  findStoredBytes: FindStoredBytes;
  failures: CliError[];
}

/** As on the server, but the files resume. `sources` may change until the ZIP is written. */
export async function planResumableZip(
  post: ThreadsPost,
  files: readonly SelectedFile[],
  deps: SaveDeps,
  sources: ZipSources,
): Promise<Result<PostZip, CliError>> {
  const { upstream, options, signal } = deps;
  const zipDeps: PlanZipDeps = {
    ...upstream,
    readPost: (postUrl, isThread) => rereadPost(upstream.reader, postUrl, isThread),
    async streamFile(ticket, expectedFile) {
      const stored = await sources.findStoredBytes(expectedFile.bytes);
      return streamFile(ticket, expectedFile, stored, deps, sources.failures);
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
  return planned.ok ? planned : fail({ code: planned.error.code });
}

function streamFile(
  ticket: Ticket,
  expectedFile: ExpectedFile,
  stored: StoredBytes | null,
  deps: SaveDeps,
  failures: CliError[],
): Readable {
  const stream = new PassThrough();
  // Once the ZIP has ended, nothing else handles the error.
  stream.on('error', () => undefined);
  const aborter = new AbortController();
  stream.once('close', () => aborter.abort());
  const { bytes: totalBytes, extension, validator } = expectedFile;
  // Without a validator, the rest could come from a changed file.
  const isResumable = stored !== null && (validator !== null || stored.bytes === totalBytes);
  const metadata = { validator: validator ?? '', totalBytes, extension };
  const sink = createStreamSink(stream, isResumable ? { ...stored, metadata } : null);

  async function fill(): Promise<void> {
    const download = await downloadToSink(ticket, sink, {
      ...deps.upstream,
      signal: AbortSignal.any([deps.signal, aborter.signal]),
      onProgress: () => undefined,
      async validate(foundExtension, foundBytes) {
        const isExpected = foundExtension === extension && (foundBytes ?? totalBytes) === totalBytes;
        return isExpected ? null : { code: 'zip.failed' };
      },
    });
    if (download.ok) {
      await sink.writeStored();
      stream.end();
    } else {
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
