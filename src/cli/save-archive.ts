import type { Writable } from 'node:stream';
import type { PostArchive } from '#media/archive-post.ts';
import type { Post } from '#threads/contract.ts';
import type { ChosenFile } from './choose-files.ts';
import { DiskFault } from './disk-fault.ts';
import type { Failure } from './exit-codes.ts';
import { type FindKept, findKeptFiles, nothingKept } from './kept-files.ts';
import { makeFolder } from './make-folder.ts';
import { judgePlace, openPart, type PartFile, pathIn } from './part-file.ts';
import { writeTo } from './pipe-file.ts';
import { type PlannedZip, planZip } from './plan-zip.ts';
import type { Saving } from './save-files.ts';

/** What became of a ZIP. */
type ArchiveOutcome =
  | { path: string; isKept: boolean }
  /** `part`: where what has arrived is kept. */
  | { failure: Failure; part?: string };

/**
 * All files of a post as one ZIP in the folder. Its length is known before it is begun, and what an earlier run left of
 * the very same one is gone on with.
 */
export async function saveArchive(
  post: Post,
  files: readonly ChosenFile[],
  saving: Saving,
): Promise<ArchiveOutcome> {
  const { order } = saving;
  // Known only when the plan has given the ZIP its name.
  let findKept = nothingKept;
  const planned = await planZip(post, files, saving, (bytes) => findKept(bytes));
  if (!planned.ok) return { failure: planned.error };
  const { archive } = planned.value;
  const isThread = post.thread !== undefined && 'posts' in post.thread;
  const path = pathIn(order.out, `${archive.name}${isThread ? '-thread' : ''}.zip`);
  let part: PartFile | null = null;
  let isKept = false;
  let failure: Failure;
  try {
    await makeFolder(order.out);
    const place = await judgePlace(path, archive.bytes, order.force);
    if (place === 'enough') return { path, isKept: true };
    if (place !== 'free') return { failure: { code: place, path } };
    part = await openPart(path, order.force);
    const filled = await fill(part, planned.value, saving, (found) => {
      findKept = found;
    });
    if (filled === null) {
      await part.finish(path, order.force);
      return { path, isKept: false };
    }
    failure = filled;
  } catch (cause) {
    if (!(cause instanceof DiskFault)) throw cause;
    failure = { code: cause.code, path: cause.path };
  } finally {
    saving.progress.clear();
    isKept = (await part?.close()) ?? false;
  }
  return { failure, ...(isKept && { part: `${path}.part` }) };
}

/**
 * Makes the whole archive again from its start; what is there already is compared instead of written. The sums behind
 * its files tell whether it is still what was written: else it is begun anew. null when it is whole.
 */
async function fill(
  part: PartFile,
  { archive, failures }: PlannedZip,
  { signal, progress }: Saving,
  takeUp: (findKept: FindKept) => void,
): Promise<Failure | null> {
  const note = { validator: archive.entityTag, totalBytes: archive.bytes, extension: 'zip' };
  const take = async (chunk: Buffer, at: number) => {
    const known = Math.min(chunk.length, Math.max(0, part.bytes() - at));
    if (!(await part.read(at, known)).equals(chunk.subarray(0, known))) return false;
    await part.append(chunk.subarray(known));
    progress.show('ZIP', at + chunk.length, archive.bytes);
    return true;
  };
  const begun = part.note();
  if (begun?.validator !== note.validator || begun.totalBytes !== note.totalBytes) await part.begin(note);
  takeUp(findKeptFiles(part));
  let poured = await pour(archive, take, signal);
  if (poured === 'refused') {
    failures.length = 0;
    await part.begin(note);
    takeUp(nothingKept);
    poured = await pour(archive, take, signal);
  }
  return poured === 'whole' ? null : failureOf(failures, signal);
}

function failureOf(failures: readonly Failure[], signal: AbortSignal): Failure {
  return signal.aborted ? { code: 'interrupted' } : (failures[0] ?? { code: 'zip.failed' });
}

/** The same into a stream, such as the standard output. Throws DiskFault where nobody reads it. */
export async function pipeArchive(
  post: Post,
  files: readonly ChosenFile[],
  saving: Saving,
  stream: Writable,
): Promise<Failure | null> {
  const planned = await planZip(post, files, saving, nothingKept);
  if (!planned.ok) return planned.error;
  const { archive, failures } = planned.value;
  const take = async (chunk: Buffer, at: number) => {
    await writeTo(stream, chunk);
    saving.progress.show('ZIP', at + chunk.length, archive.bytes);
    return true;
  };
  const poured = await pour(archive, take, saving.signal);
  saving.progress.clear();
  return poured === 'whole' ? null : failureOf(failures, saving.signal);
}

/** `take` is given each piece with its place, and refuses it with false. */
async function pour(
  archive: PostArchive,
  take: (chunk: Buffer, at: number) => Promise<boolean>,
  signal: AbortSignal,
): Promise<'whole' | 'broken' | 'refused'> {
  const source = archive.write();
  const stop = () => source.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let bytes = 0;
  try {
    for (;;) {
      const next = await chunks.next().catch(() => null);
      if (next === null) return 'broken';
      if (next.done) return bytes === archive.bytes ? 'whole' : 'broken';
      if (!(await take(next.value, bytes))) return 'refused';
      bytes += next.value.length;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    source.destroy();
  }
}
