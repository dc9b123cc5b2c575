import type { ExtractionErrorCode, ExtractionResult, MediaItem, Post } from './contract.ts';
import { type Chain, findChain, maxChainPosts } from './find-chain.ts';
import { gatherItems, makeIdsUnique } from './gather-items.ts';
import { asList, asNode, asPositive, asText, type JsonNode, nodeAt } from './json-node.ts';
import { readContinuation } from './read-continuation.ts';
import { idOf } from './read-own-media.ts';
import type { Target } from './request-page.ts';
import { idToCreationMs, shortcodeToId } from './shortcode.ts';
import { publicOrigin } from './threads-hosts.ts';
import { unwrapOutbound } from './unwrap-outbound.ts';

export type PostReading =
  | { kind: 'read'; result: ExtractionResult }
  /** The post is there, and cannot be understood. */
  | { kind: 'misread'; cause: Error };

export type PostHead = Omit<Post, 'items'>;

const maxTextLength = 20_000;

/**
 * Turns the data of one post into what a visitor gets. `roots` is where the author's continuation may stand;
 * `target.username` stands in for an author the data does not name.
 */
export function readPost(node: JsonNode, target: Target, roots: readonly unknown[]): PostReading {
  const head = readHead(node, target);
  if (head === null) return misread('the post has no author or no date');
  const { items, hasUnread } = gatherItems(node);
  const chain = findChain(node, head.code, roots);
  const withChain = (one: Post): Post => {
    const more = countMore(chain, one.items);
    return more === 0 ? one : { ...one, thread: { more } };
  };
  const post = withChain({ ...head, items: makeIdsUnique(items) });
  if (items.length > 0) return found(post, hasUnread);
  const absence = readAbsence(node);
  if (absence !== null) return lacking(absence, post);
  if (hasUnread || !hasKnownShape(node)) return misread('the post has media of an unknown shape');
  const continued = readContinuation(head.author.username, chain);
  if (continued.items.length > 0) {
    return found(withChain({ ...head, items: makeIdsUnique(continued.items) }), continued.hasUnread);
  }
  if (continued.hasUnread) return misread('the continuation has media of an unknown shape');
  return lacking(post.linksTo === null ? 'post.no_media' : 'post.media_elsewhere', post);
}

/** Everything of a post but its media; null where it has no author or no date. */
export function readHead(node: JsonNode, target: Pick<Target, 'code' | 'username'>): PostHead | null {
  const username = asText(asNode(node.user)?.username) ?? target.username;
  const publishedAt = readDate(node, target.code);
  if (username === null || publishedAt === null) return null;
  const code = asText(node.code) ?? target.code;
  return {
    code,
    url: `${publicOrigin}/@${encodeURIComponent(username)}/post/${code}`,
    author: { username, name: asText(asNode(node.user)?.full_name) ?? '' },
    text: readText(node).slice(0, maxTextLength),
    publishedAt,
    linksTo: readLinkPreview(node),
  };
}

/** Other posts of the chain with media that `shown` lacks; true where there are posts that nothing is shown of. */
function countMore(chain: Chain, shown: readonly MediaItem[]): number | true {
  const ids = new Set(shown.map((item) => item.id));
  const others = [...chain.before, ...chain.after].slice(0, maxChainPosts);
  const withMore = others.filter((one) => gatherItems(one).items.some((item) => !ids.has(item.id)));
  return withMore.length === 0 && chain.hasUnshown ? true : withMore.length;
}

/** Text posts carry these fields too, empty: without any of them nothing can be said about media. */
export function hasKnownShape(node: JsonNode): boolean {
  return ['image_versions2', 'video_versions', 'carousel_media'].some((key) => key in node);
}

export function found(post: Post, isIncomplete: boolean): PostReading {
  return { kind: 'read', result: { ok: true, value: isIncomplete ? { ...post, incomplete: true } : post } };
}

export function lacking(code: ExtractionErrorCode, post: Post): PostReading {
  return { kind: 'read', result: { ok: false, error: { code, post } } };
}

export function misread(message: string): PostReading {
  return { kind: 'misread', cause: new Error(message) };
}

/** ISO 8601 of `taken_at` (seconds), else of the creation time every id carries. */
function readDate(node: JsonNode, code: string): string | null {
  const takenAt = asPositive(node.taken_at);
  const id = idOf(node) ?? shortcodeToId(code);
  const milliseconds = takenAt !== null ? takenAt * 1000 : id === null ? null : idToCreationMs(id);
  const date = milliseconds === null ? null : new Date(milliseconds);
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function readText(node: JsonNode): string {
  const caption = asText(asNode(node.caption)?.text);
  if (caption !== null) return caption;
  const fragments = nodeAt(asNode(node.text_post_app_info), 'text_fragments')?.fragments;
  return asList(fragments)
    .map((fragment) => asText(asNode(fragment)?.plaintext) ?? '')
    .join('');
}

function readLinkPreview(node: JsonNode): string | null {
  const address = asText(nodeAt(asNode(node.text_post_app_info), 'link_preview_attachment')?.url);
  return address === null ? null : unwrapOutbound(address);
}

/** Why a post without media has none, where Threads says so in its tombstones. */
export function readAbsence(node: JsonNode): 'post.gone' | 'post.private' | 'post.restricted' | null {
  const info = asNode(node.text_post_app_info);
  // A tombstone of the attachment alone is not one of the post: that then simply holds nothing to save.
  if (info?.is_post_unavailable !== true && !isNodeSet(info?.post_tombstone_info)) return null;
  const reason = JSON.stringify([info?.post_unavailable_reason, info?.post_tombstone_info]).toLowerCase();
  if (/restrict|age_gate|\bage\b|geo|region|country/.test(reason)) return 'post.restricted';
  return asNode(node.user)?.text_post_app_is_private === true ? 'post.private' : 'post.gone';
}

function isNodeSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
