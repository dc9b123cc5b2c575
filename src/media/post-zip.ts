import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
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
import { createZipLayout, type ZipLayout } from './zip/zip-layout.ts';

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
