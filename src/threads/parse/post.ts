import type { ExtractionErrorCode, ExtractionResult, MediaItem, ThreadsPost } from '../contract.ts';
import { threadsOrigin, unwrapRedirectUrl } from '../link/hosts.ts';
import { idToCreationMs, shortcodeToId } from '../link/shortcode.ts';
import type { PostTarget } from '../request/page.ts';
import { type AuthorThread, findAuthorThread, maxThreadPosts } from './author-thread.ts';
import { asList, asNode, asPositive, asText, type JsonNode, nodeAt } from './json/json-node.ts';
import {
  collectMediaItems,
  ensureUniqueIds,
  type MediaCollection,
  nodeId,
  parseOwnMedia,
} from './media-items.ts';

export function parseContinuation(username: string, { after }: Pick<AuthorThread, 'after'>): MediaCollection {
  const collections = after.map((node) =>
    parseOwnMedia(node, { kind: 'continuation', username, code: asText(node.code) }),
  );
  return {
    items: collections.flatMap((collection) => collection.items),
    hasUnparsed: collections.some((collection) => collection.hasUnparsed),
  };
}

export type ParsePostResult =
  | { kind: 'parsed'; result: ExtractionResult }
  | { kind: 'parse_error'; cause: Error };

export type ThreadsPostFields = Omit<ThreadsPost, 'items'>;

const maxTextLength = 20_000;

export function parsePost(node: JsonNode, target: PostTarget, roots: readonly unknown[]): ParsePostResult {
  const fields = parsePostFields(node, target);
  if (fields === null) return parseError('the post has no author or no date');
  const { items, hasUnparsed } = collectMediaItems(node);
  const thread = findAuthorThread(node, fields.code, roots);
  const withThread = (threadsPost: ThreadsPost): ThreadsPost => {
    const more = countMore(thread, threadsPost.items);
    return more === 0 ? threadsPost : { ...threadsPost, thread: { more } };
  };
  const post = withThread({ ...fields, items: ensureUniqueIds(items) });
  if (items.length > 0) return parsedPost(post, hasUnparsed);
  const errorCode = unavailableCode(node);
  if (errorCode !== null) return missingMedia(errorCode, post);
  if (hasUnparsed || !hasKnownShape(node)) return parseError('unknown media format in the post');
  const continuation = parseContinuation(fields.author.username, thread);
  if (continuation.items.length > 0) {
    return parsedPost(
      withThread({ ...fields, items: ensureUniqueIds(continuation.items) }),
      continuation.hasUnparsed,
    );
  }
  if (continuation.hasUnparsed) return parseError('unknown media format in the continuation');
  return missingMedia(post.linksTo === null ? 'post.no_media' : 'post.media_elsewhere', post);
}

export function parsePostFields(
  node: JsonNode,
  target: Pick<PostTarget, 'code' | 'username'>,
): ThreadsPostFields | null {
  const username = asText(asNode(node.user)?.username) ?? target.username;
  const publishedAt = parseDate(node, target.code);
  if (username === null || publishedAt === null) return null;
  const code = asText(node.code) ?? target.code;
  return {
    code,
    url: `${threadsOrigin}/@${encodeURIComponent(username)}/post/${code}`,
    author: { username, name: asText(asNode(node.user)?.full_name) ?? '' },
    text: parseText(node).slice(0, maxTextLength),
    publishedAt,
    linksTo: parseLinkPreview(node),
  };
}

/** Number of other posts with media that isn't in `items`; true if there are only unlisted posts. */
function countMore(thread: AuthorThread, items: readonly MediaItem[]): number | true {
  const ids = new Set(items.map((item) => item.id));
  const others = [...thread.before, ...thread.after].slice(0, maxThreadPosts);
  const withMore = others.filter((post) => collectMediaItems(post).items.some((item) => !ids.has(item.id)));
  return withMore.length === 0 && thread.hasUnlistedPosts ? true : withMore.length;
}

/** Text posts have these fields too, but empty. Without any of them, the format is unknown. */
export function hasKnownShape(node: JsonNode): boolean {
  return ['image_versions2', 'video_versions', 'carousel_media'].some((key) => key in node);
}

export function parsedPost(post: ThreadsPost, isIncomplete: boolean): ParsePostResult {
  return { kind: 'parsed', result: { ok: true, value: isIncomplete ? { ...post, incomplete: true } : post } };
}

export function missingMedia(code: ExtractionErrorCode, post: ThreadsPost): ParsePostResult {
  return { kind: 'parsed', result: { ok: false, error: { code, post } } };
}

export function parseError(message: string): ParsePostResult {
  return { kind: 'parse_error', cause: new Error(message) };
}

function parseDate(node: JsonNode, code: string): string | null {
  const takenAt = asPositive(node.taken_at);
  const id = nodeId(node) ?? shortcodeToId(code);
  const milliseconds = takenAt !== null ? takenAt * 1000 : id === null ? null : idToCreationMs(id);
  const date = milliseconds === null ? null : new Date(milliseconds);
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function parseText(node: JsonNode): string {
  const caption = asText(asNode(node.caption)?.text);
  if (caption !== null) return caption;
  const fragments = nodeAt(asNode(node.text_post_app_info), 'text_fragments')?.fragments;
  return asList(fragments)
    .map((fragment) => asText(asNode(fragment)?.plaintext) ?? '')
    .join('');
}

function parseLinkPreview(node: JsonNode): string | null {
  const url = asText(nodeAt(asNode(node.text_post_app_info), 'link_preview_attachment')?.url);
  return url === null ? null : unwrapRedirectUrl(url);
}

export function unavailableCode(node: JsonNode): 'post.gone' | 'post.private' | 'post.restricted' | null {
  const info = asNode(node.text_post_app_info);
  // A tombstone of the attachment alone doesn't make the post unavailable.
  if (info?.is_post_unavailable !== true && !isObject(info?.post_tombstone_info)) return null;
  const reason = JSON.stringify([info?.post_unavailable_reason, info?.post_tombstone_info]).toLowerCase();
  if (/restrict|age_gate|\bage\b|geo|region|country/.test(reason)) return 'post.restricted';
  return asNode(node.user)?.text_post_app_is_private === true ? 'post.private' : 'post.gone';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
