import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { filenamePrefix } from '#filenames/contract.ts';
import { mediaDisplayName, zipEntryName } from '#filenames/filename.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import type { FilenameTemplate } from '#filenames/template.ts';
import { writeZip, type ZipEntry, zipLength } from '#platform/zip-writer.ts';
import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import type { DocumentMedia } from './document-sections.ts';
import { postDocumentFormats } from './post-documents.ts';

export interface PostZipFile {
  item: MediaItem;
  rendition: Rendition;
  index: number;
  extension: string;
  bytes: number;
  tag: string;
  /** Called once. Rejects, or returns a failing stream, if the file is unavailable. */
  open(): Promise<Readable>;
}

export interface PostZip extends ZipLayout {
  name: string;
  entityTag: string;
}

/** Adds the words as `post.json`, `post.txt`, `post.md` and `post.html`. `count` includes items that were not selected. */
export function createPostZip(
  post: ThreadsPost,
  files: readonly PostZipFile[],
  { count, template = null }: { count: number; template?: FilenameTemplate | null },
): PostZip {
  const namedFiles = files.map((file) => ({ ...file, name: entryName(post, file, count, template) }));
  const date = toPostDate(post);
  const texts = [
    { name: 'post.json', text: `${JSON.stringify(describe(post, namedFiles), null, 2)}\n` },
    ...Object.entries(postDocumentFormats).map(([extension, { format }]) => ({
      name: `post.${extension}`,
      text: format(post, namedFiles.map(toDocumentMedia)),
    })),
  ];
  const layout = createZipLayout(namedFiles, texts, date);
  const digestInput = [namedFiles.map(({ name, bytes, tag }) => [name, bytes, tag]), texts, date];
  const digest = createHash('sha256').update(JSON.stringify(digestInput)).digest('base64url').slice(0, 22);
  return {
    ...layout,
    name: sanitizeFilename(`${filenamePrefix}-${post.author.username}-${post.code}`, 4),
    entityTag: `"zip-${digest}-${layout.bytes.toString(36)}"`,
  };
}

function entryName(
  post: ThreadsPost,
  { item: { type, source }, index, extension }: Pick<PostZipFile, 'item' | 'index' | 'extension'>,
  count: number,
  template: FilenameTemplate | null,
): string {
  const item = { displayName: mediaDisplayName(type, index), type, index, count };
  return `${zipEntryName(post, source.post, item, template)}.${extension}`;
}

function toPostDate({ publishedAt }: ThreadsPost): Date {
  const date = new Date(publishedAt);
  return Number.isNaN(date.getTime()) ? new Date(Date.UTC(2000, 0, 1)) : date;
}

type NamedFile = PostZipFile & { name: string };

function describe(post: ThreadsPost, files: readonly NamedFile[]) {
  const { code, url, author, publishedAt, text, formatting, linksTo, incomplete, withheld, thread } = post;
  return {
    url,
    code,
    author,
    publishedAt,
    text,
    ...(formatting && { formatting }),
    ...(linksTo !== null && { linksTo }),
    ...(incomplete && { incomplete }),
    ...(withheld && { withheld }),
    ...(thread &&
      'posts' in thread && { thread: thread.posts, ...(thread.gaps && { threadGaps: thread.gaps }) }),
    files: files.map(({ name, index, bytes, item, rendition }) => ({
      name,
      index,
      type: item.type,
      bytes,
      width: rendition.width,
      height: rendition.height,
      durationSeconds: item.durationSeconds,
      alt: item.alt,
      ...(item.isSpoiler && { isSpoiler: item.isSpoiler }),
      source: {
        kind: item.source.kind,
        username: item.source.username,
        ...(item.source.post && { post: item.source.post }),
      },
    })),
  };
}

function toDocumentMedia({ name, item: { type, alt, source, isSpoiler } }: NamedFile): DocumentMedia {
  return {
    type,
    name,
    alt,
    isBeside: true,
    postCode: source.post?.code ?? null,
    ...(isSpoiler && { isSpoiler }),
  };
}

interface ZipFileEntry {
  /** Unique ignoring case. */
  name: string;
  bytes: number;
  open(): Promise<Readable>;
}

interface ZipTextEntry {
  name: string;
  text: string;
}

interface ZipLayout {
  bytes: number;
  /** Opens one file at a time. Fails if a file differs from its entry. */
  write(): Readable;
}

/** The length is known in advance, and equal input gives equal bytes. */
export function createZipLayout(
  files: readonly ZipFileEntry[],
  texts: readonly ZipTextEntry[],
  date: Date,
): ZipLayout {
  const names = new Set([...files, ...texts].map(({ name }) => name.toLowerCase()));
  if (names.size < files.length + texts.length) throw new TypeError('duplicate file name in a ZIP');
  const encodedTexts = texts.map(({ name, text }) => ({ name, content: Buffer.from(text) }));

  const listEntries = (open: (file: ZipFileEntry) => Promise<Readable>): ZipEntry[] => [
    ...files.map((file) => ({ name: file.name, bytes: file.bytes, modified: date, open: () => open(file) })),
    ...encodedTexts.map(({ name, content }) => ({
      name,
      bytes: content.length,
      modified: date,
      open: () => Readable.from([content]),
    })),
  ];

  function write(): Readable {
    let current: Readable | null = null;
    const chunks = writeZip(
      listEntries(async (file) => {
        current = await file.open();
        if (output.destroyed) current.destroy();
        return current;
      }),
      crc32,
    );
    // Not `Readable.from`: once destroyed, it would wait for the open file.
    const output = new Readable({
      read() {
        chunks.next().then(
          ({ done, value }) => output.push(done ? null : value),
          (cause: unknown) =>
            output.destroy(cause instanceof Error ? cause : new Error('cannot write the ZIP', { cause })),
        );
      },
      destroy(error, done) {
        current?.destroy();
        done(error);
      },
    });
    return output;
  }

  return { bytes: zipLength(listEntries((file) => file.open())), write };
}
