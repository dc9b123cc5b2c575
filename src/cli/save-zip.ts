import { addAbortSignal, PassThrough, type Readable, type Writable } from 'node:stream';
import { rereadPost } from '#extraction/refresh.ts';
import type { Ticket } from '#media/contract.ts';
import { type ExpectedFile, type PlanZipDeps, planZip } from '#media/plan-zip.ts';
import type { PostZip } from '#media/post-zip.ts';
import { shortId } from '#media/tickets.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { countFileBytes, entryDataLength, storedPosition, takeFileBytes } from '#platform/zip-writer.ts';
import type { ThreadsPost } from '#threads/contract.ts';
import { downloadToSink } from './download-file.ts';
import type { CliError } from './errors.ts';
import { DiskError } from './file-system.ts';
import { checkDestination, joinSafely, type PartFile, type SaveFailure, withPartFile } from './part-file.ts';
import type { SaveDeps, SelectedFile } from './save-files.ts';
import { createStreamSink, type StoredBytes, writeToStream } from './stream-sink.ts';

interface SavedZip {
  path: string;
  isAlreadySaved: boolean;
}

export async function saveZip(
  post: ThreadsPost,
  files: readonly SelectedFile[],
  deps: SaveDeps,
): Promise<Result<SavedZip, SaveFailure>> {
  const { options } = deps;
  const sources = createSources();
  const planned = await planResumableZip(post, files, deps, sources);
  if (!planned.ok) return fail({ failure: planned.error });
  const zip = planned.value;
  const isThread = post.thread !== undefined && 'posts' in post.thread;
  const path = joinSafely(options.out, `${zip.name}${isThread ? '-thread' : ''}.zip`);
  return withPartFile<SavedZip>(path, null, deps, async (openPart) => {
    const destination = await checkDestination(path, zip.bytes, options.force);
    if (destination === 'same_size') return ok({ path, isAlreadySaved: true });
    if (destination !== 'free') return fail({ code: destination, path });
    const part = await openPart();
    const failure = await fill(part, zip, sources, deps);
    if (failure) return fail(failure);
    await part.finish(path, options.force, new Date(post.publishedAt));
    return ok({ path, isAlreadySaved: false });
  });
}

/** Compares instead of writes the bytes in the part file, and restarts if they differ. null on success. */
async function fill(
  part: PartFile,
  zip: PostZip,
  sources: ZipSources,
  { signal, progress }: SaveDeps,
): Promise<CliError | null> {
  const metadata = { validator: zip.entityTag, totalBytes: zip.bytes, extension: 'zip' };
  const writeChunk = async (chunk: Buffer, at: number) => {
    const overlap = Math.min(chunk.length, Math.max(0, part.bytes() - at));
    if (!(await part.read(at, overlap)).equals(chunk.subarray(0, overlap))) return false;
    await part.append(chunk.subarray(overlap));
    progress.show('ZIP', at + chunk.length, zip.bytes);
    return true;
  };
  const current = part.metadata();
  if (current?.validator !== metadata.validator || current.totalBytes !== metadata.totalBytes)
    await part.start(metadata);
  sources.findStoredBytes = createStoredBytesFinder(part);
  let outcome = await writeZip(zip, writeChunk, signal);
  if (outcome === 'rejected') {
    Object.assign(sources, createSources());
    await part.start(metadata);
    outcome = await writeZip(zip, writeChunk, signal);
  }
  return outcome === 'complete' ? null : selectError(sources.failures, signal);
}

function selectError(failures: readonly CliError[], signal: AbortSignal): CliError {
  return signal.aborted ? { code: 'interrupted' } : (failures[0] ?? { code: 'zip.failed' });
}

export async function pipeZip(
  post: ThreadsPost,
  files: readonly SelectedFile[],
  deps: SaveDeps,
  stream: Writable,
): Promise<CliError | null> {
  const sources = createSources();
  const planned = await planResumableZip(post, files, deps, sources);
  if (!planned.ok) return planned.error;
  const zip = planned.value;
  const writeChunk = async (chunk: Buffer, at: number) => {
    await writeToStream(stream, chunk);
    deps.progress.show('ZIP', at + chunk.length, zip.bytes);
    return true;
  };
  const outcome = await writeZip(zip, writeChunk, deps.signal);
  deps.progress.clear();
  return outcome === 'complete' ? null : selectError(sources.failures, deps.signal);
}

async function writeZip(
  zip: PostZip,
  writeChunk: (chunk: Buffer, at: number) => Promise<boolean>,
  signal: AbortSignal,
): Promise<'complete' | 'broken' | 'rejected'> {
  const source = addAbortSignal(signal, zip.write());
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let bytes = 0;
  try {
    for (;;) {
      const next = await chunks.next().catch(() => null);
      if (next === null) return 'broken';
      if (next.done) return bytes === zip.bytes ? 'complete' : 'broken';
      if (!(await writeChunk(next.value, bytes))) return 'rejected';
      bytes += next.value.length;
    }
  } finally {
    source.destroy();
  }
}

interface ZipSources {
  /** Called once a file, in ZIP order. */
  findStoredBytes(bytes: number): Promise<StoredBytes | null>;
  failures: CliError[];
}

const createSources = (): ZipSources => ({ findStoredBytes: async () => null, failures: [] });

/** As on the server, but the files resume. `sources` may change until the ZIP is written. */
async function planResumableZip(
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

const localHeaderSignature = 0x04034b50;
const localHeaderBytes = 30;

/** Reads the local headers (APPNOTE.TXT 4.3.7) of a ZIP that `writeZip` began. */
function createStoredBytesFinder(part: PartFile): ZipSources['findStoredBytes'] {
  const end = part.bytes();
  let at: number | null = 0;
  return async (bytes) => {
    if (at === null) return null;
    const header = await part.read(at, localHeaderBytes);
    if (header.length < localHeaderBytes || header.readUInt32LE(0) !== localHeaderSignature) {
      at = null;
      return null;
    }
    const from = at + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    at = from + entryDataLength(bytes);
    const storedBytes = Math.min(bytes, countFileBytes(end - from));
    if (storedBytes <= 0) return null;
    return {
      bytes: storedBytes,
      async read(offset, length) {
        const first = storedPosition(offset);
        const framed = await part.read(from + first, storedPosition(offset + length - 1) + 1 - first);
        return Buffer.concat(takeFileBytes(framed, offset));
      },
    };
  };
}
