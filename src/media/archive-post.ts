import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { nameFile, usualName } from '#names/name-file.ts';
import { namedPost } from '#names/named-post.ts';
import type { NameTemplate } from '#names/read-template.ts';
import { safeFileName } from '#names/safe-file-name.ts';
import type { MediaItem, Post, Rendition, ThreadPost } from '#threads/contract.ts';
import { savedNamePrefix } from './contract.ts';
import { displayNameOf } from './display-name.ts';
import { type Archive, layOutArchive } from './write-archive.ts';

/** One file of a post, ready to be put into its ZIP. */
export interface ArchivedFile {
  item: MediaItem;
  /** The one of its files that goes in. */
  rendition: Rendition;
  /** Its place among all items of the post, from 1. */
  index: number;
  /** Lower case, by its bytes. */
  extension: string;
  bytes: number;
  /** Tells this very file from any other; the archive's own tag is made of these. */
  tag: string;
  /** Called once, when its turn comes. Rejects, or gives a stream that fails, where the file can't be had. */
  open(): Promise<Readable>;
}

export interface PostArchive extends Archive {
  /** Without extension. */
  name: string;
  /** A strong validator: the same for the same bytes, also when the post is read again. */
  entityTag: string;
}

/**
 * Files of a post as one ZIP, with `post.json` and `post.txt`: dated by the post, in the order of the post. Knows no
 * server: the caller opens the files.
 * @param count items of the post, chosen or not
 * @param template instead of the usual name
 */
export function archivePost(
  post: Post,
  files: readonly ArchivedFile[],
  { count, template = null }: { count: number; template?: NameTemplate | null },
): PostArchive {
  const named = files.map((file) => ({ ...file, name: nameArchived(post, file, count, template) }));
  const date = dateOf(post);
  const texts = [
    { name: 'post.json', text: `${JSON.stringify(describe(post, named), null, 2)}\n` },
    { name: 'post.txt', text: tell(post, named) },
  ];
  const archive = layOutArchive(named, texts, date);
  const facts = [named.map(({ name, bytes, tag }) => [name, bytes, tag]), texts, date.getTimezoneOffset()];
  const print = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
  return {
    ...archive,
    name: safeFileName(`${savedNamePrefix}-${post.author.username}-${post.code}`, 4),
    entityTag: `"zip-${print}-${archive.bytes.toString(36)}"`,
  };
}

/** The one place that names a file in a ZIP: its place comes first, so that any program lists them as the post does. */
function nameArchived(
  post: Post,
  { item, index, extension }: Pick<ArchivedFile, 'item' | 'index' | 'extension'>,
  count: number,
  template: NameTemplate | null,
): string {
  const displayName = displayNameOf(item.type, index);
  const name = template
    ? nameFile(template, namedPost(post, item.source.post), { displayName, type: item.type, index, count })
    : // The moment is the post's: the same archive has the same names whenever it is fetched.
      `${padded(index, count)}-${usualName(displayName, dateOf(post).getTime())}`;
  return `${name}.${extension}`;
}

function padded(index: number, count: number): string {
  return String(index).padStart(Math.max(2, String(count).length), '0');
}

/** A ZIP knows no time before 1980. */
function dateOf({ publishedAt }: Post): Date {
  const date = new Date(publishedAt);
  return Number.isNaN(date.getTime()) ? new Date(Date.UTC(2000, 0, 1)) : date;
}

type NamedFile = ArchivedFile & { name: string };

function describe(post: Post, files: readonly NamedFile[]) {
  const { code, url, author, publishedAt, text, linksTo, incomplete } = post;
  return {
    ...{ url, code, author, publishedAt, text },
    ...(linksTo !== null && { linksTo }),
    ...(incomplete && { incomplete }),
    ...(postsOf(post) && { thread: postsOf(post) }),
    files: files.map(({ name, index, bytes, item, rendition }) => ({
      ...{ name, index, type: item.type, bytes, width: rendition.width, height: rendition.height },
      durationSeconds: item.durationSeconds,
      alt: item.alt,
      source: {
        ...{ kind: item.source.kind, username: item.source.username },
        ...(item.source.post && { post: item.source.post }),
      },
    })),
  };
}

/** The posts of the thread, where it was asked for as a whole. */
function postsOf({ thread }: Post): ThreadPost[] | null {
  return thread && 'posts' in thread ? thread.posts : null;
}

/** Each post with its files below it, without a word of ours, so that it reads in any language. */
function tell(post: Post, files: readonly NamedFile[]): string {
  const { name, username } = post.author;
  const head = [name && `${name} `, `@${username}`].join('');
  const posts = postsOf(post);
  const told = (posts ?? [post]).flatMap(({ code, publishedAt, url, text }) => {
    const its = posts ? files.filter(({ item }) => item.source.post?.code === code) : files;
    const described = its.map((file) => [file.name, file.item.alt].filter(Boolean).join('\n'));
    return [`${head}\n${publishedAt}\n${url}`, text, ...described];
  });
  return `${told.filter(Boolean).join('\n\n')}\n`;
}
