import { mkdir, open, rename, rm } from 'node:fs/promises';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { type ArchivedFile, archivePost, type PostArchive } from '#media/archive-post.ts';
import { sniffBytes } from '#media/true-type.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Post } from '#threads/contract.ts';
import type { ChosenFile } from './choose-files.ts';
import { DiskFault, onDisk } from './disk-fault.ts';
import type { Failure } from './exit-codes.ts';
import { pathIn, renameAnew, sizeOf, writeAll } from './part-file.ts';
import { pipeSink, writeTo } from './pipe-file.ts';
import type { Saving } from './save-files.ts';
import { transferFile } from './transfer-file.ts';

export interface SavedArchive {
  path: string;
  isKept: boolean;
}

/** All files of a post as one ZIP in the folder. Its length is known before it is begun; it is never continued. */
export async function saveArchive(
  post: Post,
  files: readonly ChosenFile[],
  saving: Saving,
): Promise<Result<SavedArchive, Failure>> {
  const { order, signal, progress } = saving;
  const planned = await planArchive(post, files, saving);
  if (!planned.ok) return planned;
  const { archive, failures } = planned.value;
  const isThread = post.thread !== undefined && 'posts' in post.thread;
  const path = pathIn(order.out, `${archive.name}${isThread ? '-thread' : ''}.zip`);
  const part = `${path}.part`;
  try {
    const size = order.force ? null : await sizeOf(path);
    if (size !== null)
      return size === archive.bytes ? ok({ path, isKept: true }) : fail({ code: 'disk.exists', path });
    await onDisk(order.out, () => mkdir(order.out, { recursive: true }));
    await rm(part, { force: true });
    // Made anew and by nobody else: a link of this name is refused.
    const handle = await onDisk(part, () => open(part, 'wx'));
    const take = async (chunk: Buffer, at: number) => {
      await onDisk(part, () => writeAll(handle, chunk, at));
      progress.show('ZIP', at + chunk.length, archive.bytes);
    };
    const isWhole = await pour(archive, take, signal).finally(() => handle.close());
    if (!isWhole)
      return fail(signal.aborted ? { code: 'interrupted' } : (failures[0] ?? { code: 'zip.failed' }));
    await onDisk(path, () => (order.force ? rename(part, path) : renameAnew(part, path)));
    return ok({ path, isKept: false });
  } catch (cause) {
    if (cause instanceof DiskFault) return fail({ code: cause.code, path: cause.path });
    throw cause;
  } finally {
    progress.clear();
    await rm(part, { force: true });
  }
}

/** The same into a stream, such as the standard output. Throws DiskFault where nobody reads it. */
export async function pipeArchive(
  post: Post,
  files: readonly ChosenFile[],
  saving: Saving,
  stream: Writable,
): Promise<Failure | null> {
  const planned = await planArchive(post, files, saving);
  if (!planned.ok) return planned.error;
  const { archive, failures } = planned.value;
  const take = async (chunk: Buffer, at: number) => {
    await writeTo(stream, chunk);
    saving.progress.show('ZIP', at + chunk.length, archive.bytes);
  };
  const isWhole = await pour(archive, take, saving.signal);
  saving.progress.clear();
  if (isWhole) return null;
  return saving.signal.aborted ? { code: 'interrupted' } : (failures[0] ?? { code: 'zip.failed' });
}

async function planArchive(
  post: Post,
  files: readonly ChosenFile[],
  saving: Saving,
): Promise<Result<{ archive: PostArchive; failures: Failure[] }, Failure>> {
  const { upstream, order, signal } = saving;
  const failures: Failure[] = [];
  const archived: ArchivedFile[] = [];
  for (const { item, rendition, index, ticket } of files) {
    const start = { method: 'GET', range: `bytes=0-${sniffBytes - 1}` } as const;
    const opened = await upstream.openFile(ticket, start, signal);
    if (signal.aborted) return fail({ code: 'interrupted' });
    if (!opened.ok) return fail({ code: opened.error.code });
    opened.value.body.destroy();
    const { totalBytes, type, source } = opened.value;
    if (totalBytes === null) return fail({ code: 'media.unreachable' });
    const found = { ...ticket, url: source.url };
    archived.push({
      ...{ item, rendition, index, extension: type.extension, bytes: totalBytes, tag: '' },
      open: async () => streamFile(found, saving, failures),
    });
  }
  const archive = archivePost(post, archived, { count: files.length, template: order.template });
  return ok({ archive, failures });
}

/** A file as it comes, gone on with where its connection breaks. */
function streamFile(ticket: ChosenFile['ticket'], saving: Saving, failures: Failure[]): Readable {
  const stream = new PassThrough();
  // The archive hears of it as well; where it has ended already, nobody else does.
  stream.on('error', () => undefined);
  const gone = new AbortController();
  stream.once('close', () => gone.abort());
  const { openFile, idleMs } = saving.upstream;
  transferFile(ticket, pipeSink(stream), {
    ...{ openFile, idleMs, signal: AbortSignal.any([saving.signal, gone.signal]) },
    onProgress: () => undefined,
  }).then(
    (moved) => {
      if (moved.ok) return stream.end();
      if (!gone.signal.aborted) failures.push(moved.error);
      return stream.destroy(new Error(moved.error.code));
    },
    // Written to by nobody else: it fails when the archive has been given up.
    (cause: unknown) =>
      stream.destroy(cause instanceof Error ? cause : new Error('a file of the ZIP', { cause })),
  );
  return stream;
}

/** False where the archive broke off; `take` is given each piece with its place. */
async function pour(
  archive: PostArchive,
  take: (chunk: Buffer, at: number) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  const source = archive.write();
  const stop = () => source.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let bytes = 0;
  try {
    for (;;) {
      const next = await chunks.next().catch(() => null);
      if (next === null) return false;
      if (next.done) return bytes === archive.bytes;
      await take(next.value, bytes);
      bytes += next.value.length;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    source.destroy();
  }
}
