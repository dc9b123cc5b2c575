import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import { filenamePrefix } from '#filenames/contract.ts';
import { mediaDisplayName, zipEntryName } from '#filenames/filename.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import type { FilenameTemplate } from '#filenames/template.ts';
import type { MediaItem, Rendition, ThreadsPost } from '#threads/contract.ts';
import { type DocumentMedia, postDocumentFormats, threadEntries } from './post-documents.ts';

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
  const digestInput = [namedFiles.map(({ name, bytes, tag }) => [name, bytes, tag]), texts];
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

/** The times of a ZIP have no time zone, and yazl writes them in that of the machine. In UTC, all nodes write the same. */
class UtcDate extends Date {
  override getFullYear() {
    return this.getUTCFullYear();
  }
  override getMonth() {
    return this.getUTCMonth();
  }
  override getDate() {
    return this.getUTCDate();
  }
  override getHours() {
    return this.getUTCHours();
  }
  override getMinutes() {
    return this.getUTCMinutes();
  }
}

type NamedFile = PostZipFile & { name: string };

function describe(post: ThreadsPost, files: readonly NamedFile[]) {
  const { code, url, author, publishedAt, text, linksTo, incomplete, withheld } = post;
  return {
    url,
    code,
    author,
    publishedAt,
    text,
    ...(linksTo !== null && { linksTo }),
    ...(incomplete && { incomplete }),
    ...(withheld && { withheld }),
    ...(threadEntries(post) && { thread: threadEntries(post) }),
    files: files.map(({ name, index, bytes, item, rendition }) => ({
      name,
      index,
      type: item.type,
      bytes,
      width: rendition.width,
      height: rendition.height,
      durationSeconds: item.durationSeconds,
      alt: item.alt,
      source: {
        kind: item.source.kind,
        username: item.source.username,
        ...(item.source.post && { post: item.source.post }),
      },
    })),
  };
}

function toDocumentMedia({ name, item: { type, alt, source } }: NamedFile): DocumentMedia {
  return { type, name, alt, isBeside: true, postCode: source.post?.code ?? null };
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

/** Uncompressed, so the length is known in advance. Equal input gives equal bytes, on every machine. */
export function createZipLayout(
  files: readonly ZipFileEntry[],
  texts: readonly ZipTextEntry[],
  date: Date,
): ZipLayout {
  const names = new Set([...files, ...texts].map(({ name }) => name.toLowerCase()));
  if (names.size < files.length + texts.length) throw new TypeError('duplicate file name in a ZIP');
  const options = { mtime: new UtcDate(date), mode: 0o100644, compress: false };

  const fill = (zip: ZipFile, open: (file: ZipFileEntry) => Promise<Readable>) => {
    for (const file of files) {
      zip.addReadStreamLazy(file.name, { ...options, size: file.bytes }, (callback) => {
        // If the file can't be opened, the ZIP has already failed.
        open(file).then(
          (stream) => callback(null, stream),
          () => undefined,
        );
      });
    }
    for (const { name, text } of texts) zip.addBuffer(Buffer.from(text), name, options);
  };

  function measure(): number {
    const zip = new ZipFile();
    fill(zip, () => new Promise(() => undefined));
    let bytes = -1;
    // The types of yazl omit the size.
    const onSize: (size: number) => void = (size) => {
      bytes = size;
    };
    zip.end(undefined, onSize as () => void);
    if (bytes < 0) throw new Error('yazl did not report the ZIP size');
    return bytes;
  }

  function write(): Readable {
    const zip = new ZipFile();
    const output = zip.outputStream as Readable;
    let current: Readable | null = null;
    const fail = (cause: unknown) =>
      output.destroy(cause instanceof Error ? cause : new Error('cannot write the ZIP', { cause }));
    zip.on('error', fail);
    output.once('close', () => current?.destroy());
    fill(zip, async (file) => {
      try {
        const source = await file.open();
        current = source;
        if (output.destroyed) source.destroy();
        const exact = createLengthGuard(file.bytes);
        exact.once('error', fail);
        source.once('error', fail).once('close', () => {
          if (!source.readableEnded) fail(new Error('file ended early'));
        });
        return source.pipe(exact);
      } catch (cause) {
        fail(cause);
        throw cause;
      }
    });
    zip.end();
    return output;
  }

  return { bytes: measure(), write };
}

function createLengthGuard(bytes: number): Transform {
  let receivedBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedBytes += chunk.length;
      if (receivedBytes > bytes) done(new Error('file is longer than expected'));
      else done(null, chunk);
    },
    flush: (done) => done(receivedBytes < bytes ? new Error('file is shorter than expected') : null),
  });
}
