import type { MediaItem, ThreadEntry, ThreadGap, ThreadsPost } from '#threads/contract.ts';
import {
  groupSpoilers,
  normalizeUrl,
  sliceParts,
  splitText,
  type TextPart,
  type TextSection,
} from './formatted-text.ts';

/** A post of Threads, or what the browser has of it. */
export type DocumentPost = Pick<
  ThreadsPost,
  'code' | 'url' | 'author' | 'text' | 'formatting' | 'publishedAt' | 'thread'
> & {
  linksTo?: string | null;
};

export interface DocumentMedia extends Pick<MediaItem, 'type' | 'alt' | 'isSpoiler'> {
  /** The name of the file beside the document, or a label if there is none. */
  name: string;
  isBeside: boolean;
  /** In a whole thread, the post that shows it. */
  postCode: string | null;
}

export interface DocumentSection extends Pick<ThreadEntry, 'url' | 'publishedAt'> {
  text: readonly TextSection[];
  /** Such as `2/4`; null outside a thread, and for a gap of unknown length. */
  place: string | null;
  isGap: boolean;
  linksTo: string | null;
  media: readonly DocumentMedia[];
}

export interface NumberedEntry extends ThreadEntry {
  place: number;
  of: number;
  gapsBefore: ThreadGap[];
  /** Behind the last post. */
  gapsAfter: ThreadGap[];
}

/** The posts of a whole thread. Those that are known to be missing count. */
export function numberThread({ thread }: Pick<ThreadsPost, 'thread'>): NumberedEntry[] | null {
  if (!thread || !('posts' in thread)) return null;
  const { posts, gaps = [] } = thread;
  return posts.map((entry, index) => ({
    ...entry,
    place: index + 1 + countMissing(gaps.filter(({ after }) => after <= index)),
    of: posts.length + countMissing(gaps),
    gapsBefore: gaps.filter(({ after }) => after === index),
    gapsAfter: gaps.filter(({ after }) => index === posts.length - 1 && after > index),
  }));
}

/** As far as it is known. */
function countMissing(gaps: readonly ThreadGap[]): number {
  return gaps.reduce((sum, { count }) => sum + (count === true ? 0 : count), 0);
}

/** The parts of a document: a post, or the posts of a thread and its gaps. */
export function listSections(post: DocumentPost, media: readonly DocumentMedia[]): DocumentSection[] {
  const entries = numberThread(post);
  if (!entries) return [createSection(post, null, post.linksTo, media)];
  return entries.flatMap((entry) => {
    const { code, place, of, gapsBefore, gapsAfter } = entry;
    const linksTo = code === post.code ? post.linksTo : null;
    const ownMedia = media.filter(({ postCode }) => postCode === code);
    return [
      ...createGapSection(gapsBefore, place - countMissing(gapsBefore), of),
      createSection(entry, `${place}/${of}`, linksTo, ownMedia),
      ...createGapSection(gapsAfter, place + 1, of),
    ];
  });
}

function createSection(
  {
    url,
    publishedAt,
    text,
    formatting = [],
  }: Pick<ThreadEntry, 'url' | 'publishedAt' | 'text' | 'formatting'>,
  place: string | null,
  linksTo: string | null | undefined,
  media: readonly DocumentMedia[],
): DocumentSection {
  return {
    place,
    isGap: false,
    url: normalizeUrl(url) ?? '',
    publishedAt,
    text: groupSpoilers(trimParts(splitText({ text, formatting })).map(labelSticker)),
    linksTo: normalizeUrl(linksTo ?? ''),
    media,
  };
}

/** What is left out, in any language. */
const gapLabel = '[…]';

function createGapSection(gaps: readonly ThreadGap[], first: number, of: number): DocumentSection[] {
  if (gaps.length === 0) return [];
  const last = first + countMissing(gaps) - 1;
  const range = last > first ? `${first}–${last}` : first;
  const section = createSection({ url: '', publishedAt: '', text: gapLabel }, null, null, []);
  return [{ ...section, isGap: true, place: last < first ? null : `${range}/${of}` }];
}

/** Without blank lines around it; the first line keeps its indent. */
function trimParts(parts: readonly TextPart[]): TextPart[] {
  const text = parts.map((part) => part.text).join('');
  const from = /^\s*\n/.exec(text)?.[0].length ?? 0;
  return sliceParts(parts, from, text.trimEnd().length);
}

/** In any language. */
const stickerLabel = '[STICKER]';

const labelSticker = (part: TextPart): TextPart =>
  part.styles.includes('sticker') ? { ...part, text: stickerLabel } : part;
