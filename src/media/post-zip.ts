import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import { filenamePrefix } from '#filenames/contract.ts';
import {
  defaultFilename,
  formatFilename,
  mediaDisplayName,
  selectFilenamePost,
} from '#filenames/filename.ts';
import { sanitizeFilename } from '#filenames/sanitize.ts';
import type { FilenameTemplate } from '#filenames/template.ts';
import type { MediaItem, Rendition, ThreadEntry, ThreadsPost } from '#threads/contract.ts';

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

/** Adds `post.json` and `post.txt`. `count` includes items that were not selected. */
export function createPostZip(
  post: ThreadsPost,
  files: readonly PostZipFile[],
  { count, template = null }: { count: number; template?: FilenameTemplate | null },
): PostZip {
  const namedFiles = files.map((file) => ({ ...file, name: entryName(post, file, count, template) }));
  const date = toPostDate(post);
  const texts = [
    { name: 'post.json', text: `${JSON.stringify(describe(post, namedFiles), null, 2)}\n` },
    { name: 'post.txt', text: describeAsText(post, namedFiles) },
  ];
  const layout = createZipLayout(namedFiles, texts, date);
  const digestInput = [
    namedFiles.map(({ name, bytes, tag }) => [name, bytes, tag]),
    texts,
    date.getTimezoneOffset(),
  ];
  const digest = createHash('sha256').update(JSON.stringify(digestInput)).digest('base64url').slice(0, 22);
  return {
    ...layout,
    name: sanitizeFilename(`${filenamePrefix}-${post.author.username}-${post.code}`, 4),
    entityTag: `"zip-${digest}-${layout.bytes.toString(36)}"`,
  };
}

/** Starts with the index to keep the order of the post. Dated by the post, so that names stay the same. */
function entryName(
  post: ThreadsPost,
  { item, index, extension }: Pick<PostZipFile, 'item' | 'index' | 'extension'>,
  count: number,
  template: FilenameTemplate | null,
): string {
  const displayName = mediaDisplayName(item.type, index);
  const name = template
    ? formatFilename(template, selectFilenamePost(post, item.source.post), {
        displayName,
        type: item.type,
        index,
        count,
      })
    : `${padIndex(index, count)}-${defaultFilename(displayName, toPostDate(post).getTime())}`;
  return `${name}.${extension}`;
}

function padIndex(index: number, count: number): string {
  return String(index).padStart(Math.max(2, String(count).length), '0');
}

function toPostDate({ publishedAt }: ThreadsPost): Date {
  const date = new Date(publishedAt);
  return Number.isNaN(date.getTime()) ? new Date(Date.UTC(2000, 0, 1)) : date;
}

type NamedFile = PostZipFile & { name: string };

function describe(post: ThreadsPost, files: readonly NamedFile[]) {
  const { code, url, author, publishedAt, text, linksTo, incomplete } = post;
  return {
    url,
    code,
    author,
    publishedAt,
    text,
    ...(linksTo !== null && { linksTo }),
    ...(incomplete && { incomplete }),
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

function threadEntries({ thread }: ThreadsPost): ThreadEntry[] | null {
  return thread && 'posts' in thread ? thread.posts : null;
}

/** Without any words of ours, so that it suits every language. */
function describeAsText(post: ThreadsPost, files: readonly NamedFile[]): string {
  const { name, username } = post.author;
  const heading = [name && `${name} `, `@${username}`].join('');
  const posts = threadEntries(post);
  const sections = (posts ?? [post]).flatMap(({ code, publishedAt, url, text }) => {
    const postFiles = posts ? files.filter(({ item }) => item.source.post?.code === code) : files;
    const described = postFiles.map((file) => [file.name, file.item.alt].filter(Boolean).join('\n'));
    return [`${heading}\n${publishedAt}\n${url}`, text, ...described];
  });
  return `${sections.filter(Boolean).join('\n\n')}\n`;
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

/** Uncompressed, so the length is known in advance. In one time zone, equal input gives equal bytes. */
export function createZipLayout(
  files: readonly ZipFileEntry[],
  texts: readonly ZipTextEntry[],
  date: Date,
): ZipLayout {
  const names = new Set([...files, ...texts].map(({ name }) => name.toLowerCase()));
  if (names.size < files.length + texts.length) throw new TypeError('duplicate file name in a ZIP');
  const options = { mtime: date, mode: 0o100644, compress: false };

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
