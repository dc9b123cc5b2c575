import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Post } from '#threads/contract.ts';
import type { JudgeMediaAddress } from './allowed-media-host.ts';
import { type ArchivedFile, archivePost, type PostArchive } from './archive-post.ts';
import { type AskedArchive, markOf } from './archive-ticket.ts';
import { archiveBytesLimit, type MediaError, type Ticket } from './contract.ts';
import type { EntityTagger } from './entity-tag.ts';
import type { OpenFile } from './open-file.ts';
import { sniffBytes } from './true-type.ts';
import { wholeFileTicket } from './whole-file-ticket.ts';

export interface ArchivePlanner {
  /** A post, or the whole thread around it, from memory where it was read a moment ago. */
  readPost: (postUrl: string, isThread: boolean) => Promise<Result<Post, MediaError>>;
  openFile: OpenFile;
  judge: JudgeMediaAddress;
  tagger: EntityTagger;
  streamFile: StreamFile;
}

/** What a file of an archive was promised to be. `index`: its place, as it was asked for. */
export type PromisedFile = Pick<ArchivedFile, 'index' | 'bytes' | 'extension' | 'tag'>;

/** Gives a file when its turn comes. Rejects, or gives a stream that fails, where it is not the one that was promised. */
export type StreamFile = (ticket: Ticket, promised: PromisedFile, signal: AbortSignal) => Promise<Readable>;

/** Files asked at the same time for their size. */
const asksAtOnce = 8;

type Found = Omit<ArchivedFile, 'open'> & { ticket: Ticket };

/**
 * Asks for the first bytes of every file: they say what it is and how long, and find a living address where one has
 * expired. `signal` ends that, `visitor` whatever the archive opens later.
 */
export async function planArchive(
  planner: ArchivePlanner,
  asked: AskedArchive,
  signal: AbortSignal,
  visitor: AbortSignal,
): Promise<Result<PostArchive, MediaError>> {
  const read = await planner.readPost(asked.postUrl, asked.isThread);
  if (!read.ok) return read;
  let post = read.value;
  const found: Found[] = [];
  let bytes = 0;
  for (let next = 0; next < asked.chosen.length; ) {
    // The first one alone: where its address has expired, so have the others, and the post is read once for all.
    const together = asked.chosen.slice(next, next === 0 ? 1 : next + asksAtOnce);
    const results = await Promise.all(together.map((one) => findFile(planner, post, one, signal)));
    for (const result of results) {
      if (!result.ok) return result;
      found.push(result.value.file);
      bytes += result.value.file.bytes;
    }
    if (bytes > archiveBytesLimit) return fail({ code: 'archive.too_large' });
    if (next === 0 && results[0]?.ok && results[0].value.hasMoved) {
      const again = await planner.readPost(asked.postUrl, asked.isThread);
      if (!again.ok) return again;
      post = again.value;
    }
    next += together.length;
  }
  const files = found.map(({ ticket, ...file }) => ({
    ...file,
    open: () => planner.streamFile(ticket, file, visitor),
  }));
  return ok(archivePost(post, files, { count: asked.count, template: asked.template }));
}

async function findFile(
  { openFile, judge, tagger }: ArchivePlanner,
  post: Post,
  { index, mark }: AskedArchive['chosen'][number],
  signal: AbortSignal,
): Promise<Result<{ file: Found; hasMoved: boolean }, MediaError>> {
  const item = post.items.find(({ id }) => markOf(id) === mark);
  const rendition = item?.renditions.find(({ url }) => judge(url) !== null);
  if (!item || !rendition) return fail({ code: 'media.gone' });
  const ticket = wholeFileTicket(post, item, rendition);
  const start = { method: 'GET', range: `bytes=0-${sniffBytes - 1}` } as const;
  const opened = await openFile(ticket, start, signal);
  if (!opened.ok) return opened;
  const { body, range, totalBytes, type, source } = opened.value;
  // A part of 64 bytes has come whole, and its connection is good for the next file; anything else ends here.
  if (range) body.resume();
  else body.destroy();
  if (totalBytes === null) return fail({ code: 'media.unreachable', cause: 'no length' });
  const file = {
    ...{ item, rendition, index, extension: type.extension, bytes: totalBytes },
    tag: tagger.tag(source.url, totalBytes),
    ticket: { ...ticket, url: source.url },
  };
  return ok({ file, hasMoved: source.url !== rendition.url });
}
