import type { MediaItem, SourceKind } from './contract.ts';
import { asList, asNode, asText, type JsonNode, nodeAt } from './json-node.ts';
import { nodeId, parseOwnMedia } from './read-own-media.ts';

const maxDepth = 2;
const maxItems = 100;

export interface MediaCollection {
  items: MediaItem[];
  hasUnparsed: boolean;
}

/**
 * In display order: the post's own media, then linked, attached, reposted and quoted posts, up to two levels.
 * @param excludedCodes posts that are listed separately and must be skipped where they're quoted
 */
export function collectMediaItems(node: JsonNode, excludedCodes: Iterable<string> = []): MediaCollection {
  const collection: MediaCollection = { items: [], hasUnparsed: false };
  collectFrom(node, 'own', 0, new Set(excludedCodes), collection);
  return collection;
}

function collectFrom(
  node: JsonNode,
  kind: SourceKind,
  depth: number,
  seen: Set<string>,
  into: MediaCollection,
): void {
  const identity = asText(node.code) ?? nodeId(node);
  if (identity !== null) {
    if (seen.has(identity)) return;
    seen.add(identity);
  }
  const username = asText(asNode(node.user)?.username) ?? '';
  const ownMedia = parseOwnMedia(node, { kind, username, code: asText(node.code) });
  const nested = depth < maxDepth ? nestedPosts(node) : [];
  // A repost's own media fields are empty placeholders, so missing media there isn't an error.
  if (!nested.some((nestedPost) => nestedPost.kind === 'reposted')) into.hasUnparsed ||= ownMedia.hasUnparsed;
  into.items.push(...ownMedia.items.slice(0, maxItems - into.items.length));
  for (const nestedPost of nested)
    collectFrom(nestedPost.node, kind === 'own' ? nestedPost.kind : kind, depth + 1, seen, into);
}

function nestedPosts(node: JsonNode): { node: JsonNode; kind: SourceKind }[] {
  const info = asNode(node.text_post_app_info);
  const share = nodeAt(info, 'share_info');
  return [
    ...parsePosts(info?.linked_inline_media).map((post) => ({ node: post, kind: 'linked' as const })),
    ...parsePosts(share?.quoted_attachment_post).map((post) => ({ node: post, kind: 'quoted' as const })),
    ...parsePosts(share?.reposted_post).map((post) => ({ node: post, kind: 'reposted' as const })),
    ...parsePosts(share?.quoted_post).map((post) => ({ node: post, kind: 'quoted' as const })),
  ];
}

/** A nested post can be an object, a list of objects, or wrapped in `.media`. */
function parsePosts(value: unknown): JsonNode[] {
  const values = Array.isArray(value) ? asList(value) : [value];
  return values
    .map((entry) => nodeAt(asNode(entry), 'media') ?? asNode(entry))
    .filter((post) => post !== null)
    .filter((post) => asNode(post.text_post_app_info)?.is_post_unavailable !== true);
}

export function ensureUniqueIds(items: readonly MediaItem[]): MediaItem[] {
  const seen = new Set<string>();
  return items.map((item) => {
    let id = item.id;
    for (let count = 2; seen.has(id); count += 1) id = `${item.id}-${count}`;
    seen.add(id);
    return id === item.id ? item : { ...item, id };
  });
}
