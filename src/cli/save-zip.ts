import type { Writable } from 'node:stream';
import type { PostZip } from '#media/post-zip.ts';
import type { ThreadsPost } from '#threads/contract.ts';
import type { CliError } from './errors.ts';
import { DiskError, makeFolder } from './file-system.ts';
import { checkDestination, joinSafely, openPartFile, type PartFile } from './part-file.ts';
import { createStoredBytesFinder, type FindStoredBytes, noStoredBytes } from './partial-zip.ts';
import { planResumableZip, type ZipPlan } from './plan-zip.ts';
import type { SaveDeps } from './save-files.ts';
import type { SelectedFile } from './select-files.ts';
import { writeToStream } from './stream-sink.ts';

type SaveZipResult = { path: string; isAlreadySaved: boolean } | { failure: CliError; part?: string };

export async function saveZip(
  post: ThreadsPost,
  files: readonly SelectedFile[],
  deps: SaveDeps,
): Promise<SaveZipResult> {
  const { options } = deps;
  // Replaced when the part file is open, because its path depends on the plan.
  let findStoredBytes = noStoredBytes;
  const planned = await planResumableZip(post, files, deps, (bytes) => findStoredBytes(bytes));
  if (!planned.ok) return { failure: planned.error };
  const { zip } = planned.value;
  const isThread = post.thread !== undefined && 'posts' in post.thread;
  const path = joinSafely(options.out, `${zip.name}${isThread ? '-thread' : ''}.zip`);
  let part: PartFile | null = null;
  let hasPartFile = false;
  let failure: CliError;
  try {
    await makeFolder(options.out);
    const destination = await checkDestination(path, zip.bytes, options.force);
    if (destination === 'same_size') return { path, isAlreadySaved: true };
    if (destination !== 'free') return { failure: { code: destination, path } };
    part = await openPartFile(path, options.force);
    const filled = await fill(part, planned.value, deps, (found) => {
      findStoredBytes = found;
    });
    if (filled === null) {
      await part.finish(path, options.force);
      return { path, isAlreadySaved: false };
    }
    failure = filled;
  } catch (cause) {
    if (!(cause instanceof DiskError)) throw cause;
    failure = { code: cause.code, path: cause.path };
  } finally {
    deps.progress.clear();
    hasPartFile = (await part?.close()) ?? false;
  }
  return { failure, ...(hasPartFile && { part: `${path}.part` }) };
}

/** Compares instead of writes the bytes in the part file, and restarts if they differ. null on success. */
async function fill(
  part: PartFile,
  { zip, failures }: ZipPlan,
  { signal, progress }: SaveDeps,
  setStoredBytesFinder: (findStoredBytes: FindStoredBytes) => void,
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
  setStoredBytesFinder(createStoredBytesFinder(part));
  let outcome = await writeZip(zip, writeChunk, signal);
  if (outcome === 'rejected') {
    failures.length = 0;
    await part.start(metadata);
    setStoredBytesFinder(noStoredBytes);
    outcome = await writeZip(zip, writeChunk, signal);
  }
  return outcome === 'complete' ? null : selectError(failures, signal);
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
  const planned = await planResumableZip(post, files, deps, noStoredBytes);
  if (!planned.ok) return planned.error;
  const { zip, failures } = planned.value;
  const writeChunk = async (chunk: Buffer, at: number) => {
    await writeToStream(stream, chunk);
    deps.progress.show('ZIP', at + chunk.length, zip.bytes);
    return true;
  };
  const outcome = await writeZip(zip, writeChunk, deps.signal);
  deps.progress.clear();
  return outcome === 'complete' ? null : selectError(failures, deps.signal);
}

async function writeZip(
  zip: PostZip,
  writeChunk: (chunk: Buffer, at: number) => Promise<boolean>,
  signal: AbortSignal,
): Promise<'complete' | 'broken' | 'rejected'> {
  const source = zip.write();
  const stop = () => source.destroy();
  signal.addEventListener('abort', stop, { once: true });
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
    signal.removeEventListener('abort', stop);
    source.destroy();
  }
}
