import { ok, type Result } from '#platform/result.ts';
import type { Post } from '#threads/contract.ts';
import type { ChosenFile } from './choose-files.ts';
import { DiskFault } from './disk-fault.ts';
import type { Failure } from './exit-codes.ts';
import { makeFolder } from './make-folder.ts';
import { namesOfItem } from './name-item.ts';
import type { Upstream } from './open-upstream.ts';
import { isPartOfAnother, judgePlace, openPart, type PartFile, pathIn } from './part-file.ts';
import type { ProgressLine } from './progress-line.ts';
import type { Order } from './read-arguments.ts';
import type { SavedFile } from './report.ts';
import { isSameFile } from './same-file.ts';
import { transferFile } from './transfer-file.ts';

export interface Saving {
  upstream: Upstream;
  order: Order;
  signal: AbortSignal;
  progress: ProgressLine;
  /** What the usual names of this run were given to; by their path. */
  taken: Map<string, string>;
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
  const { order, taken } = saving;
  const names = namesOfItem(post, file.item, file, order.template);
  const [usual, own = null] = names.map((name) => pathIn(order.out, name)) as [string, string?];
  // With a template the names are whoever's who wrote it: what bears one of them is what was meant.
  if (own === null) return saveAs({ base: usual, of: null, instead: null }, file, saving);
  const of = `${file.item.source.post?.code ?? post.code} ${file.item.id}`;
  const isAnothers = (taken.get(usual) ?? of) !== of || (await isPartOfAnother(usual, of));
  const saved = isAnothers ? null : await saveAs({ base: usual, of, instead: own }, file, saving);
  const isRefused = saved?.failure?.code === 'disk.exists' && saved.path !== `${usual}.part` && !saved.part;
  if (saved !== null && !isRefused) {
    taken.set(usual, of);
    return saved;
  }
  return saveAs({ base: own, of, instead: null }, file, saving);
}

/** Where a file goes. */
interface Place {
  /** Its path, without its extension. */
  base: string;
  /** What the file is, where its name is shared; see `openPart`. */
  of: string | null;
  /** Where it goes if there is another file at `base`. */
  instead: string | null;
}

async function saveAs(place: Place, file: ChosenFile, saving: Saving): Promise<SavedFile> {
  const { item, rendition } = file;
  let part: PartFile | null = null;
  let isKept = false;
  let failure: Failure;
  try {
    await makeFolder(saving.order.out);
    part = await openPart(place.base, saving.order.force, place.of);
    const filled = await fill(part, place, file, saving);
    if (filled.ok) return { ...filled.value, item, rendition };
    failure = filled.error;
  } catch (cause) {
    if (!(cause instanceof DiskFault)) throw cause;
    failure = { code: cause.code, path: cause.path };
  } finally {
    saving.progress.clear();
    isKept = (await part?.close()) ?? false;
  }
  const kept = isKept ? { part: `${place.base}.part` } : {};
  const path = failure.path ?? kept.part ?? null;
  return { path, outcome: 'failed', bytes: null, item, rendition, failure, ...kept };
}

async function fill(
  part: PartFile,
  { base, instead }: Place,
  { ticket, index, count }: ChosenFile,
  { upstream, order, signal, progress }: Saving,
): Promise<Result<Pick<SavedFile, 'path' | 'outcome' | 'bytes'>, Failure>> {
  const { openFile, idleMs, pauseMs } = upstream;
  const label = `${index}/${count}`;
  const moved = await transferFile(ticket, part, {
    ...{ openFile, idleMs, pauseMs, signal },
    onProgress: (bytes, total) => progress.show(label, bytes, total),
    async judge(extension, totalBytes, first) {
      const path = `${base}.${extension}`;
      const judged = await judgePlace(path, totalBytes, order.force);
      if (judged === 'free') {
        if (!order.force || instead === null) return null;
        // What was saved under the other name is what is to be replaced.
        const isInstead = (await judgePlace(`${instead}.${extension}`, totalBytes, false)) !== 'free';
        return isInstead ? { code: 'disk.exists', path } : null;
      }
      if (judged !== 'enough') return { code: judged, path };
      const same = await isSameFile(path, { totalBytes, first }, ticket, { openFile, idleMs, signal });
      if (!same.ok) return same.error;
      return same.value ? 'enough' : { code: 'disk.exists', path };
    },
  });
  if (!moved.ok) return moved;
  const { extension, bytes, isKept } = moved.value;
  const path = `${base}.${extension}`;
  if (!isKept) await part.finish(path, order.force);
  return ok({ path, outcome: isKept ? 'kept' : 'saved', bytes });
}
