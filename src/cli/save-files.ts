import { open } from 'node:fs/promises';
import { extensionBytes } from '#filenames/contract.ts';
import {
  defaultFilename,
  formatFilename,
  mediaDisplayName,
  selectFilenamePost,
} from '#filenames/filename.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import type { FilenameTemplate } from '#filenames/template.ts';
import type { Ticket } from '#media/contract.ts';
import type { UpstreamFile } from '#media/open-file.ts';
import { createUnsealedTicket } from '#media/tickets.ts';
import type { ValidateMediaUrl } from '#media/upstream-client.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import { downloadToSink, type SinkDownloadOptions, writeBodyToSink } from './download-file.ts';
import type { CliError } from './errors.ts';
import { withDiskErrors } from './file-system.ts';
import type { FileReport, ProgressLine } from './output.ts';
import type { CliOptions } from './parse-arguments.ts';
import {
  belongsToAnotherFile,
  checkDestination,
  joinSafely,
  type PartFile,
  readFully,
  withPartFile,
} from './part-file.ts';
import type { Upstream } from './upstream.ts';

export interface SelectedFile {
  item: MediaItem;
  rendition: Rendition;
  index: number;
  count: number;
  ticket: Ticket;
  publishedAt: Date;
}

export function selectFiles(post: ThreadsPost, validateUrl: ValidateMediaUrl): SelectedFile[] {
  const found = post.items.flatMap((item) => {
    const rendition = item.renditions.find(({ url }) => validateUrl(url) !== null);
    return rendition ? [{ item, rendition }] : [];
  });
  return found.map(({ item, rendition }, index) => ({
    item,
    rendition,
    index: index + 1,
    count: found.length,
    ticket: createUnsealedTicket(post, item, rendition),
    publishedAt: new Date(selectFilenamePost(post, item.source.post).publishedAt),
  }));
}

const tailBytes = 64 * 1024;

/** Compares length, first and last bytes. Different compressed media differ in one of them. */
async function isSameFile(
  path: string,
  file: Pick<UpstreamFile, 'totalBytes' | 'firstBytes'>,
  ticket: Ticket,
  options: Pick<SinkDownloadOptions, 'openFile' | 'signal' | 'idleMs'>,
): Promise<Result<boolean, CliError>> {
  const { totalBytes, firstBytes } = file;
  if (totalBytes === null || (await checkDestination(path, totalBytes, false)) !== 'same_size')
    return ok(false);
  const handle = await withDiskErrors(path, () => open(path));
  try {
    const isAt = async (offset: number, bytes: Uint8Array) =>
      (await withDiskErrors(path, () => readFully(handle, offset, bytes.length))).equals(bytes);
    if (!(await isAt(0, firstBytes))) return ok(false);
    const from = Math.max(firstBytes.length, totalBytes - tailBytes);
    if (from >= totalBytes) return ok(true);
    const opened = await options.openFile(ticket, { range: `bytes=${from}-` }, options.signal);
    if (!opened.ok) return fail({ code: opened.error.code });
    // Without range support the host sends the whole file: compare all of it.
    let at = opened.value.range?.from ?? 0;
    let isSame = true;
    const ended = await writeBodyToSink(
      opened.value,
      {
        bytes: () => at,
        async append(chunk) {
          isSame &&= await isAt(at, chunk);
          at += chunk.length;
        },
      },
      { ...options, onProgress: () => undefined },
    ).finally(() => opened.value.body.destroy());
    if (!ended.ok) return ended;
    return at === totalBytes ? ok(isSame) : fail({ code: 'media.unreachable' });
  } finally {
    await handle.close();
  }
}

export interface SaveDeps {
  upstream: Upstream;
  options: CliOptions;
  signal: AbortSignal;
  progress: ProgressLine;
  assignedNames: Map<string, string>;
  onFile: (file: FileReport) => void;
}

const fatalCodes = new Set<string>(['interrupted', 'disk.full', 'disk.refused', 'disk.no_folder']);

/** A failed file does not stop the others, unless its code is fatal. */
export async function saveFiles(
  post: ThreadsPost,
  files: readonly SelectedFile[],
  deps: SaveDeps,
): Promise<FileReport[]> {
  const saved: FileReport[] = [];
  for (const file of files) {
    const outcome = await saveFile(post, file, deps);
    saved.push(outcome);
    deps.onFile(outcome);
    const { code } = outcome.failure ?? { code: null };
    if (code !== null && fatalCodes.has(code)) break;
  }
  return saved;
}

async function saveFile(post: ThreadsPost, file: SelectedFile, deps: SaveDeps): Promise<FileReport> {
  const { options, assignedNames } = deps;
  const filenames = listCandidateFilenames(post, file.item, file, options.template);
  const [preferredPath, alternative = null] = filenames.map((name) => joinSafely(options.out, name)) as [
    string,
    string?,
  ];
  // --name gives one candidate, and its part file is resumed without a check of the item.
  if (alternative === null)
    return saveAs({ base: preferredPath, itemKey: null, alternative: null }, file, deps);
  const itemKey = `${file.item.source.post?.code ?? post.code} ${file.item.id}`;
  const belongsToAnother =
    (assignedNames.get(preferredPath) ?? itemKey) !== itemKey ||
    (await belongsToAnotherFile(preferredPath, itemKey));
  const saved = belongsToAnother
    ? null
    : await saveAs({ base: preferredPath, itemKey, alternative }, file, deps);
  const isNameTaken =
    saved?.failure?.code === 'disk.exists' && saved.path !== `${preferredPath}.part` && !saved.part;
  if (saved !== null && !isNameTaken) {
    assignedNames.set(preferredPath, itemKey);
    return saved;
  }
  return saveAs({ base: alternative, itemKey, alternative: null }, file, deps);
}

interface Destination {
  base: string;
  itemKey: string | null;
  alternative: string | null;
}

async function saveAs(destination: Destination, file: SelectedFile, deps: SaveDeps): Promise<FileReport> {
  const { item, rendition } = file;
  const { base, itemKey } = destination;
  const saved = await withPartFile(base, itemKey, deps, async (openPart) =>
    fill(await openPart(), destination, file, deps),
  );
  if (saved.ok) return { ...saved.value, item, rendition };
  const path = saved.error.failure.path ?? saved.error.part ?? null;
  return { path, outcome: 'failed', bytes: null, item, rendition, ...saved.error };
}

async function fill(
  part: PartFile,
  { base, alternative }: Destination,
  { ticket, index, count, publishedAt }: SelectedFile,
  { upstream, options, signal, progress }: SaveDeps,
): Promise<Result<Pick<FileReport, 'path' | 'outcome' | 'bytes'>, CliError>> {
  const label = `${index}/${count}`;
  const download = await downloadToSink(ticket, part, {
    ...upstream,
    signal,
    onProgress: (bytes, total) => progress.show(label, bytes, total),
    async validate(extension, totalBytes, firstBytes) {
      const path = `${base}.${extension}`;
      const destination = await checkDestination(path, totalBytes, options.force);
      if (destination === 'free') {
        if (!options.force || alternative === null) return null;
        // With --force, an earlier run may have saved the file under the alternative name.
        const isAlternativeTaken =
          (await checkDestination(`${alternative}.${extension}`, totalBytes, false)) !== 'free';
        return isAlternativeTaken ? { code: 'disk.exists', path } : null;
      }
      if (destination !== 'same_size') return { code: destination, path };
      const same = await isSameFile(path, { totalBytes, firstBytes }, ticket, { ...upstream, signal });
      if (!same.ok) return same.error;
      return same.value ? 'already_saved' : { code: 'disk.exists', path };
    },
  });
  if (!download.ok) return download;
  const { extension, bytes, isAlreadySaved } = download.value;
  const path = `${base}.${extension}`;
  if (!isAlreadySaved) await part.finish(path, options.force, publishedAt);
  return ok({ path, outcome: isAlreadySaved ? 'kept' : 'saved', bytes });
}

/** Default names have the time of the post, so that a repeated command finds its part files. */
function listCandidateFilenames(
  post: ThreadsPost,
  item: MediaItem,
  position: { index: number; count: number },
  template: FilenameTemplate | null,
): [string] | [string, string] {
  const displayName = mediaDisplayName(item.type, position.index);
  const publishedAt = Date.parse(post.publishedAt);
  const filenamePost = selectFilenamePost(post, item.source.post);
  if (template)
    return [formatFilename(template, filenamePost, { displayName, type: item.type, ...position })];
  const defaultName = defaultFilename(displayName, Number.isNaN(publishedAt) ? 0 : publishedAt);
  return [defaultName, sanitizeFilename(`${defaultName}-${filenamePost.code}`, extensionBytes)];
}
