import type { MediaType, ThreadPosition, ThreadState, ThreadsPost } from '#threads/contract.ts';
import {
  extensionBytes,
  type FilenameItem,
  type FilenamePost,
  filenamePrefix,
  type TemplateToken,
} from './contract.ts';
import {
  maxBaseNameBytes,
  removeUnsafeCharacters,
  sanitizeFilename,
  trimDotsAndSpaces,
  truncateToBytes,
  utf8ByteLength,
} from './sanitize.ts';
import type { FilenameTemplate } from './template.ts';

/** The text is cut to the same length for all files of a post. */
const longestType = 'video';

export function defaultFilename(displayName: string, savedAt: number): string {
  return sanitizeFilename(
    `${filenamePrefix}-${displayName.toLowerCase().replace(' ', '-')}-${savedAt}`,
    extensionBytes,
  );
}

/** The type that `defaultFilename` has put into a name. */
export function typeOfDefaultFilename(name: string): MediaType | null {
  const [prefix, type = '', ...others] = name.split('-', 3);
  if (prefix !== filenamePrefix || others.length === 0) return null;
  return Object.hasOwn(typeNames, type) ? (type as MediaType) : null;
}

/** No two items of a post get the same name, ignoring case. If space is short, the text is cut first. */
export function formatFilename(template: FilenameTemplate, post: FilenamePost, item: FilenameItem): string {
  const isSingle = item.count === 1;
  const index = String(item.index).padStart(Math.max(2, String(item.count).length), '0');
  const parts =
    isSingle || hasToken(template, 'index') ? template : [...template, '_', { token: 'index' as const }];
  const values = {
    user: trimDotsAndSpaces(removeUnsafeCharacters(post.username)),
    code: trimDotsAndSpaces(removeUnsafeCharacters(post.code)),
    index,
    date: formatDay(post.publishedAt),
  };
  const textCount = parts.filter((part) => isToken(part, 'text')).length;
  const maxBytes = maxBaseNameBytes(extensionBytes);
  const fixedBytes =
    utf8ByteLength(removeUnsafeCharacters(fill(parts, { ...values, type: longestType, text: 'x' }))) -
    textCount;
  if (fixedBytes > maxBytes) {
    const name = removeUnsafeCharacters(fill(parts, { ...values, type: item.type, text: '' }));
    const suffix = isSingle ? '' : `_${index}`;
    return sanitizeFilename(
      trimDotsAndSpaces(truncateToBytes(trimDotsAndSpaces(name), maxBytes - suffix.length)) + suffix,
      extensionBytes,
    );
  }
  const textBytes = Math.floor((maxBytes - fixedBytes) / Math.max(textCount, 1));
  const text = trimDotsAndSpaces(
    truncateToBytes(trimDotsAndSpaces(removeUnsafeCharacters(post.text)), textBytes),
  );
  return sanitizeFilename(fill(parts, { ...values, type: item.type, text }), extensionBytes);
}

const isToken = (part: FilenameTemplate[number], token: TemplateToken) =>
  typeof part !== 'string' && part.token === token;

const hasToken = (template: FilenameTemplate, token: TemplateToken) =>
  template.some((part) => isToken(part, token));

/** An empty value also removes the separator after it. */
function fill(parts: FilenameTemplate, values: Record<TemplateToken, string>): string {
  let name = '';
  let isAfterGap = false;
  for (const part of parts) {
    const value = typeof part === 'string' ? part : values[part.token];
    const isDoubled: boolean = isAfterGap && /^[-_ .]/.test(value) && /(^|[-_ .])$/.test(name);
    name += isDoubled ? value.slice(1) : value;
    isAfterGap = value === '' || (isDoubled && value.length === 1);
  }
  return isAfterGap ? name.replace(/[-_ .]$/, '') : name;
}

/** In UTC, so that it's the same wherever the file is saved. */
function formatDay(publishedAt: string): string {
  const date = new Date(publishedAt);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

type Post = Pick<ThreadsPost, 'author' | 'code' | 'text' | 'publishedAt'> & { thread?: ThreadState };

export function selectFilenamePost(post: Post, position: ThreadPosition | undefined): FilenamePost {
  const { thread, author } = post;
  const threadPost =
    thread && 'posts' in thread ? thread.posts.find(({ code }) => code === position?.code) : null;
  const { code, text, publishedAt } = threadPost ?? post;
  return { username: author.username, code, text, publishedAt };
}

/** `filenameStyles.author_post`, parsed. */
const authorAndPost: FilenameTemplate = [{ token: 'user' }, '_', { token: 'code' }];

/** Without extension. Without a template, all files have the code of the linked post, so that they sort by index. */
export function zipEntryName(
  post: Post,
  position: ThreadPosition | undefined,
  item: FilenameItem,
  template: FilenameTemplate | null,
): string {
  if (template) return formatFilename(template, selectFilenamePost(post, position), item);
  return formatFilename(authorAndPost, selectFilenamePost(post, undefined), item);
}

const typeNames = { video: 'Video', image: 'Image', gif: 'GIF', audio: 'Audio' } satisfies Record<
  MediaType,
  string
>;

export function mediaDisplayName(type: MediaType, index: number): string {
  return `${typeNames[type]} ${index}`;
}
