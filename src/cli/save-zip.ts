import { addAbortSignal, type Writable } from 'node:stream';
import type { PostZip } from '#media/post-zip.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ThreadsPost } from '#threads/contract.ts';
import type { CliError } from './errors.ts';
import { checkDestination, joinSafely, type PartFile, type SaveFailure, withPartFile } from './part-file.ts';
import { createStoredBytesFinder, noStoredBytes } from './partial-zip.ts';
import { planResumableZip, type ZipSources } from './plan-zip.ts';
import type { SaveDeps } from './save-files.ts';
import type { SelectedFile } from './select-files.ts';
import { writeToStream } from './stream-sink.ts';

interface SavedZip {
  path: string;
  isAlreadySaved: boolean;
}

const createSources = (): ZipSources => ({ findStoredBytes: noStoredBytes, failures: [] });

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
    await part.finish(path, options.force);
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
