import type { Post } from '#threads/contract.ts';
import type { ChosenFile } from './choose-files.ts';
import { DiskFault } from './disk-fault.ts';
import type { Failure } from './exit-codes.ts';
import { makeFolder } from './make-folder.ts';
import { nameItem } from './name-item.ts';
import type { Upstream } from './open-upstream.ts';
import { openPart, type PartFile, pathIn, sizeOf } from './part-file.ts';
import type { ProgressLine } from './progress-line.ts';
import type { Order } from './read-arguments.ts';
import type { SavedFile } from './report.ts';
import { transferFile } from './transfer-file.ts';

export interface Saving {
  upstream: Upstream;
  order: Order;
  signal: AbortSignal;
  progress: ProgressLine;
  /** Each file as soon as it is whole, or is known not to become so. */
  onFile: (file: SavedFile) => void;
}

const lastingCodes = new Set<string>(['interrupted', 'disk.full', 'disk.refused', 'disk.no_folder']);

/** Saves the files of a post one after the other; one that fails does not keep the others from coming. */
export async function saveFiles(
  post: Post,
  files: readonly ChosenFile[],
  saving: Saving,
): Promise<SavedFile[]> {
  const saved: SavedFile[] = [];
  for (const file of files) {
    const outcome = await saveFile(post, file, saving);
    saved.push(outcome);
    saving.onFile(outcome);
    const { code } = outcome.failure ?? { code: null };
    // The next one would fail as well.
    if (code !== null && lastingCodes.has(code)) break;
  }
  return saved;
}

async function saveFile(post: Post, file: ChosenFile, saving: Saving): Promise<SavedFile> {
  const { item, rendition } = file;
  const failed = (failure: Failure, path: string | null = null): SavedFile => ({
    ...{ path, outcome: 'failed', bytes: null, item, rendition, failure },
  });
  const base = pathIn(saving.order.out, nameItem(post, item, file, saving.order.template));
  try {
    await makeFolder(saving.order.out);
    const part = await openPart(base, saving.order.force);
    return await fill(part, base, file, saving, failed);
  } catch (cause) {
    if (cause instanceof DiskFault) return failed({ code: cause.code, path: cause.path }, cause.path);
    throw cause;
  } finally {
    saving.progress.clear();
  }
}

async function fill(
  part: PartFile,
  base: string,
  { ticket, item, rendition, index, count }: ChosenFile,
  { upstream, order, signal, progress }: Saving,
  failed: (failure: Failure, path?: string | null) => SavedFile,
): Promise<SavedFile> {
  let isFinished = false;
  try {
    const label = `${index}/${count}`;
    const moved = await transferFile(ticket, part, {
      ...{ openFile: upstream.openFile, idleMs: upstream.idleMs, signal },
      onProgress: (bytes, total) => progress.show(label, bytes, total),
      async judge(extension, totalBytes) {
        const path = `${base}.${extension}`;
        const size = order.force ? null : await sizeOf(path);
        if (size === null) return null;
        return size === totalBytes ? 'enough' : { code: 'disk.exists', path };
      },
    });
    if (!moved.ok) return failed(moved.error, moved.error.path ?? (part.note() ? `${base}.part` : null));
    const { extension, bytes, isKept } = moved.value;
    const path = `${base}.${extension}`;
    if (!isKept) await part.finish(path, order.force);
    isFinished = !isKept;
    return { path, outcome: isKept ? 'kept' : 'saved', bytes, item, rendition };
  } finally {
    if (!isFinished) await part.close();
  }
}
