import { ok, type Result } from '#platform/result.ts';
import type { Post } from '#threads/contract.ts';
import type { ChosenFile } from './choose-files.ts';
import { DiskFault } from './disk-fault.ts';
import type { Failure } from './exit-codes.ts';
import { makeFolder } from './make-folder.ts';
import { nameItem } from './name-item.ts';
import type { Upstream } from './open-upstream.ts';
import { judgePlace, openPart, type PartFile, pathIn } from './part-file.ts';
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
  const base = pathIn(saving.order.out, nameItem(post, item, file, saving.order.template));
  let part: PartFile | null = null;
  let isKept = false;
  let failure: Failure;
  try {
    await makeFolder(saving.order.out);
    part = await openPart(base, saving.order.force);
    const filled = await fill(part, base, file, saving);
    if (filled.ok) return { ...filled.value, item, rendition };
    failure = filled.error;
  } catch (cause) {
    if (!(cause instanceof DiskFault)) throw cause;
    failure = { code: cause.code, path: cause.path };
  } finally {
    saving.progress.clear();
    isKept = (await part?.close()) ?? false;
  }
  const kept = isKept ? { part: `${base}.part` } : {};
  const path = failure.path ?? kept.part ?? null;
  return { path, outcome: 'failed', bytes: null, item, rendition, failure, ...kept };
}

async function fill(
  part: PartFile,
  base: string,
  { ticket, index, count }: ChosenFile,
  { upstream, order, signal, progress }: Saving,
): Promise<Result<Pick<SavedFile, 'path' | 'outcome' | 'bytes'>, Failure>> {
  const label = `${index}/${count}`;
  const moved = await transferFile(ticket, part, {
    ...{ openFile: upstream.openFile, idleMs: upstream.idleMs, signal },
    onProgress: (bytes, total) => progress.show(label, bytes, total),
    async judge(extension, totalBytes) {
      const path = `${base}.${extension}`;
      const place = await judgePlace(path, totalBytes, order.force);
      if (place === 'free') return null;
      return place === 'enough' ? 'enough' : { code: place, path };
    },
  });
  if (!moved.ok) return moved;
  const { extension, bytes, isKept } = moved.value;
  const path = `${base}.${extension}`;
  if (!isKept) await part.finish(path, order.force);
  return ok({ path, outcome: isKept ? 'kept' : 'saved', bytes });
}
