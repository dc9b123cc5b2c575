import type { Readable } from 'node:stream';
import { fail, ok, type Result } from '#platform/result.ts';
import type { ThreadsPost } from '#threads/contract.ts';
import { type MediaError, maxZipBytes, type Ticket } from './contract.ts';
import { type OpenFile, probeRequest } from './open-file.ts';
import { createPostZip, type PostZip, type PostZipFile } from './post-zip.ts';
import { type EntityTagger, upstreamValidator } from './range.ts';
import { createUnsealedTicket, shortId, type ZipRequest } from './tickets.ts';
import { createResumableStream, type ResumeUpstream } from './upstream/resume.ts';
import type { ValidateMediaUrl } from './upstream-client.ts';

export interface PlanZipDeps {
  readPost: (postUrl: string, isThread: boolean) => Promise<Result<ThreadsPost, MediaError>>;
  openFile: OpenFile;
  validateUrl: ValidateMediaUrl;
  tagger: EntityTagger;
  streamFile: StreamFile;
}

export interface ExpectedFile extends Pick<PostZipFile, 'index' | 'bytes' | 'extension' | 'tag'> {
  validator: string | null;
}

type StreamFile = (ticket: Ticket, expected: ExpectedFile, signal: AbortSignal) => Promise<Readable>;

const concurrency = 8;

type PlannedFile = Omit<PostZipFile, 'open'> & ExpectedFile & { ticket: Ticket };

/** Probes every file. `signal` ends the planning, `clientSignal` the streams that the ZIP opens later. */
export async function planZip(
  deps: PlanZipDeps,
  request: ZipRequest,
  signal: AbortSignal,
  clientSignal: AbortSignal,
): Promise<Result<PostZip, MediaError>> {
  const read = await deps.readPost(request.postUrl, request.isThread);
  if (!read.ok) return read;
  let post = read.value;
  const found: PlannedFile[] = [];
  let bytes = 0;
  for (let next = 0; next < request.selection.length; ) {
    // If the URL of the first file has expired, so have the others, and one reread renews them all.
    const batch = request.selection.slice(next, next === 0 ? 1 : next + concurrency);
    const results = await Promise.all(batch.map((entry) => findFile(deps, post, entry, signal)));
    for (const result of results) {
      if (!result.ok) return result;
      found.push(result.value.file);
      bytes += result.value.file.bytes;
    }
    if (bytes > maxZipBytes) return fail({ code: 'archive.too_large' });
    if (next === 0 && results[0]?.ok && results[0].value.hasMoved) {
      const reread = await deps.readPost(request.postUrl, request.isThread);
      if (!reread.ok) return reread;
      post = reread.value;
    }
    next += batch.length;
  }
  const files = found.map(({ ticket, ...file }) => ({
    ...file,
    open: () => deps.streamFile(ticket, file, clientSignal),
  }));
  return ok(createPostZip(post, files, { count: request.count, template: request.template }));
}

async function findFile(
  { openFile, validateUrl, tagger }: PlanZipDeps,
  post: ThreadsPost,
  { index, shortId: itemShortId }: ZipRequest['selection'][number],
  signal: AbortSignal,
): Promise<Result<{ file: PlannedFile; hasMoved: boolean }, MediaError>> {
  const item = post.items.find(({ id }) => shortId(id) === itemShortId);
  const rendition = item?.renditions.find(({ url }) => validateUrl(url) !== null);
  if (!item || !rendition) return fail({ code: 'media.gone' });
  const ticket = createUnsealedTicket(post, item, rendition);
  const opened = await openFile(ticket, probeRequest, signal);
  if (!opened.ok) return opened;
  const { body, range, totalBytes, type, source } = opened.value;
  // A 64-byte part has arrived completely, so its connection can be reused.
  if (range) body.resume();
  else body.destroy();
  if (totalBytes === null) return fail({ code: 'media.unreachable', cause: 'no length' });
  const file = {
    item,
    rendition,
    index,
    extension: type.extension,
    bytes: totalBytes,
    // Other metadata is other text in the ZIP too, so the tag needs only the file's URL and length.
    tag: tagger.create(source.url, totalBytes),
    validator: upstreamValidator(body),
    ticket: { ...ticket, url: source.url },
  };
  return ok({ file, hasMoved: source.url !== rendition.url });
}

export function createFileStreamer(
  openFile: OpenFile,
  resumeUpstream: ResumeUpstream,
  tagger: EntityTagger,
): StreamFile {
  return async (ticket, expected, signal) => {
    const opened = await openFile(ticket, { range: null }, signal);
    if (!opened.ok)
      throw new Error(`cannot open a file of the ZIP: ${opened.error.code}`, { cause: opened.error });
    const { length, type, entityTag, body } = opened.value;
    const isSameUrl = entityTag !== null && tagger.matchesUrl(ticket.url, entityTag);
    if (length === expected.bytes && type.extension === expected.extension && isSameUrl)
      return createResumableStream(opened.value, resumeUpstream(ticket, opened.value, signal));
    body.destroy();
    throw new Error('a file has changed since the ZIP was planned');
  };
}
