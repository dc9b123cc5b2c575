import type { MediaItem, ThreadsPost, WithheldPart } from '../contract.ts';
import { threadsOrigin, unwrapRedirectUrl } from '../post-links.ts';
import {
  foundPost,
  foundUnavailable,
  foundWithoutMedia,
  type Outcome,
  parseError,
} from '../request/outcome.ts';
import type { PostTarget } from '../request/session.ts';
import {
  type AuthorThread,
  findAuthorThread,
  type GapCounts,
  gapKey,
  maxThreadPosts,
} from './author-thread.ts';
import { asNode, asPositive, asText, type JsonNode, nodeAt } from './json.ts';
import type { PostLocation } from './locate-post.ts';
import { parseGif } from './media-content.ts';
import {
  collectMediaItems,
  ensureUniqueIds,
  type MediaCollection,
  nodeId,
  parseOwnMedia,
} from './media-items.ts';
import { hasWithheldText, parseText } from './post-text.ts';
import { idToCreationMs, shortcodeToId } from './shortcode.ts';
import { findGaps } from './thread-gaps.ts';

type ThreadsPostFields = Omit<ThreadsPost, 'items'>;
type ThreadPost = { node: JsonNode; fields: ThreadsPostFields; gap: GapCounts };

export function parsePost(node: JsonNode, target: PostTarget, groupLists: readonly JsonNode[]): Outcome {
  const fields = parsePostFields(node, target);
  const unavailable = unavailableCode(node);
  if (fields === null) return withoutAuthor(unavailable);
  const { items, hasUnparsed } = collectMediaItems(node);
  const thread = findAuthorThread(node, fields.code, groupLists);
  const otherItems = [...thread.before, ...thread.after]
    .slice(0, maxThreadPosts)
    .map((other) => collectMediaItems(other).items);
  const createPost = (media: readonly MediaItem[]): ThreadsPost => {
    const uniqueItems = ensureUniqueIds(media);
    const more = countMore(thread, otherItems, uniqueItems);
    return { ...fields, items: uniqueItems, ...(more !== 0 && { thread: { more } }) };
  };
  const post = createPost(items);
  if (items.length > 0) return foundPost(post, hasUnparsed);
  if (unavailable !== null) return foundWithoutMedia(post, unavailable);
  if (hasUnparsed || !hasKnownShape(node)) return parseError('unknown media format in the post');
  const continuation = parseContinuation(fields.author.username, thread);
  if (continuation.items.length > 0) {
    return foundPost(createPost(continuation.items), continuation.hasUnparsed);
  }
  if (continuation.hasUnparsed) return parseError('unknown media format in the continuation');
  const hasOtherPosts = thread.before.length + thread.after.length > 0;
  return foundWithoutMedia(hasOtherPosts && !post.thread ? { ...post, thread: { more: true } } : post);
}

function parseContinuation(username: string, { after }: AuthorThread): MediaCollection {
  const collections = after.map((node) =>
    parseOwnMedia(node, { kind: 'continuation', username, code: asText(node.code) }),
  );
  return {
    items: collections.flatMap((collection) => collection.items),
    hasUnparsed: collections.some((collection) => collection.hasUnparsed),
  };
}

const maxThreadItems = 200;

export function parseThread(
  node: JsonNode,
  target: PostTarget,
  groupLists: readonly JsonNode[],
  locate: (code: string) => PostLocation,
): Outcome {
  const targetFields = parsePostFields(node, target);
  const unavailable = unavailableCode(node);
  if (targetFields === null) return withoutAuthor(unavailable);
  if (unavailable !== null && collectMediaItems(node).items.length === 0)
    return foundWithoutMedia({ ...targetFields, items: [] }, unavailable);
  const authorThread = findAuthorThread(node, targetFields.code, groupLists);
  const { before, after, hasThreadData, hasUnlistedPosts } = authorThread;
  const all = [...before, node, ...after];
  const limited = limitAround(before, node, after);
  const posts: ThreadPost[] = [];
  let previousCode = '';
  let gap: GapCounts = { missing: 0, unavailable: 0 };
  for (const postNode of limited) {
    const code = asText(postNode.code) ?? targetFields.code;
    gap = sumGaps(gap, authorThread.gaps.get(gapKey(previousCode, code)));
    previousCode = code;
    const located = postNode === node ? { kind: 'post' as const, node } : locate(code);
    if (located.kind === 'conflict') return located;
    const fields =
      located.kind === 'post' &&
      parsePostFields(located.node, { code, username: targetFields.author.username });
    if (located.kind === 'post' && postNode !== node && unavailableCode(located.node) !== null)
      gap = sumGaps(gap, { missing: 0, unavailable: 1 });
    else if (located.kind !== 'post' || !fields) gap = sumGaps(gap, { missing: 1, unavailable: 0 });
    else {
      posts.push({ node: located.node, fields, gap });
      gap = { missing: 0, unavailable: 0 };
    }
  }
  const gaps = findGaps(posts, gap, authorThread, {
    isCutBefore: limited[0] !== all[0],
    isCutAfter: limited.at(-1) !== all.at(-1),
  });
  const isComplete = hasThreadData && !hasUnlistedPosts && gaps.length === 0 && all.length <= maxThreadPosts;
  const { items, hasUnparsed } = collectThreadItems(posts);
  const thread = {
    posts: posts.map(({ fields: { code, url, text, formatting, publishedAt } }) => ({
      code,
      url,
      text,
      ...(formatting && { formatting }),
      publishedAt,
    })),
    ...(gaps.length > 0 && { gaps }),
  };
  const post = { ...targetFields, items: items.slice(0, maxThreadItems), thread };
  if (items.length > 0) return foundPost(post, hasUnparsed || items.length > maxThreadItems || !isComplete);
  if (hasUnparsed || !hasKnownShape(node)) return parseError('unknown media format in the thread');
  return foundWithoutMedia(isComplete ? post : { ...post, incomplete: true });
}

const sumGaps = (a: GapCounts, b: GapCounts | undefined): GapCounts =>
  b ? { missing: a.missing + b.missing, unavailable: a.unavailable + b.unavailable } : a;

function limitAround(before: readonly JsonNode[], node: JsonNode, after: readonly JsonNode[]): JsonNode[] {
  const maxOthers = maxThreadPosts - 1;
  const first = Math.max(0, before.length - Math.max(Math.floor(maxOthers / 2), maxOthers - after.length));
  const earlier = before.slice(first);
  return [...earlier, node, ...after.slice(0, maxOthers - earlier.length)];
}

function collectThreadItems(posts: readonly ThreadPost[]): MediaCollection {
  const codes = posts.map((post) => post.fields.code);
  const collection: MediaCollection = { items: [], hasUnparsed: false };
  const seen = new Set<string>();
  for (const [index, { node, fields }] of posts.entries()) {
    const { code, url } = fields;
    const media = collectMediaItems(
      node,
      codes.filter((other) => other !== code),
    );
    collection.hasUnparsed ||= media.hasUnparsed;
    const post = { code, url, place: index + 1, of: posts.length };
    for (const item of ensureUniqueIds(media.items)) {
      // Two posts can show the same media item, for example by quoting the same post.
      if (!seen.has(item.id)) collection.items.push({ ...item, source: { ...item.source, post } });
      seen.add(item.id);
    }
  }
  return collection;
}

function parsePostFields(
  node: JsonNode,
  target: Pick<PostTarget, 'code' | 'username'>,
): ThreadsPostFields | null {
  const username = asText(asNode(node.user)?.username) ?? target.username;
  const publishedAt = parseDate(node, target.code);
  if (username === null || publishedAt === null) return null;
  const code = asText(node.code) ?? target.code;
  const withheld = listWithheldParts(node);
  return {
    code,
    url: `${threadsOrigin}/@${encodeURIComponent(username)}/post/${code}`,
    author: { username, name: asText(asNode(node.user)?.full_name) ?? '' },
    ...parseText(node),
    publishedAt,
    linksTo: parseLinkPreview(node),
    ...(withheld.length > 0 && { withheld }),
  };
}

/** Number of other posts with media that isn't in `items`; true if there are only unlisted posts. */
function countMore(
  thread: AuthorThread,
  otherItems: readonly MediaItem[][],
  items: readonly MediaItem[],
): number | true {
  const ids = new Set(items.map((item) => item.id));
  const withMore = otherItems.filter((others) => others.some((item) => !ids.has(item.id)));
  return withMore.length === 0 && thread.hasUnlistedPosts ? true : withMore.length;
}

/** Text posts have these fields too, but empty. Without any of them, the format is unknown. */
function hasKnownShape(node: JsonNode): boolean {
  return ['image_versions2', 'video_versions', 'carousel_media'].some((key) => key in node);
}

function parseDate(node: JsonNode, code: string): string | null {
  const takenAt = asPositive(node.taken_at);
  const id = nodeId(node) ?? shortcodeToId(code);
  const date = new Date(takenAt === null ? idToCreationMs(id ?? '') : takenAt * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function listWithheldParts(node: JsonNode): WithheldPart[] {
  // In place of a withheld GIF, the page has an image of Threads (autumn 2026).
  const hasWithheldGif = asNode(node.giphy_media_info) !== null && parseGif(node) === null;
  return [...(hasWithheldText(node) ? ['text' as const] : []), ...(hasWithheldGif ? ['gif' as const] : [])];
}

function parseLinkPreview(node: JsonNode): string | null {
  const url = asText(nodeAt(asNode(node.text_post_app_info), 'link_preview_attachment')?.url);
  return url === null ? null : unwrapRedirectUrl(url);
}

/** A tombstone has no author, and neither may the link. */
function withoutAuthor(unavailable: UnavailableCode | null): Outcome {
  return unavailable === null
    ? parseError('the post has no author or no date')
    : foundUnavailable(unavailable);
}

type UnavailableCode = 'post.gone' | 'post.private' | 'post.restricted' | 'post.sign_in' | 'post.expired';

function unavailableCode(node: JsonNode): UnavailableCode | null {
  const info = asNode(node.text_post_app_info);
  // A tombstone of the attachment alone doesn't make the post unavailable.
  if (info?.is_post_unavailable !== true && !isObject(info?.post_tombstone_info)) return null;
  const reason = JSON.stringify([info?.post_unavailable_reason, info?.post_tombstone_info]).toLowerCase();
  if (/restrict|age_gate|\bage\b|geo|region|country/.test(reason)) return 'post.restricted';
  // A ghost post is over after a day.
  const isGhost = info?.is_ghost_post === true || asPositive(info?.ghost_post_exp_time_ms) !== null;
  if (isGhost || /ghost|expired/.test(reason)) return 'post.expired';
  if (/sensitive|log_?in|sign_?in/.test(reason)) return 'post.sign_in';
  const isPrivate = asNode(node.user)?.text_post_app_is_private === true || /private/.test(reason);
  return isPrivate ? 'post.private' : 'post.gone';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
