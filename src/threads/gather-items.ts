import type { MediaItem, SourceKind } from './contract.ts';
import { asList, asNode, asText, type JsonNode, nodeAt } from './json-node.ts';
import { idOf, readOwnMedia } from './read-own-media.ts';

const maxDepth = 2;
const maxItems = 100;

export interface Gathered {
  items: MediaItem[];
  hasUnread: boolean;
}

/**
 * Everything a post shows, in display order: its own media, then what it links, attaches, reposts and quotes.
 * Nested posts are labelled with the account that published them; two levels deep, no post twice.
 * @param elsewhere codes of posts that are shown by themselves, and so not where they are quoted
 */
export function gatherItems(node: JsonNode, elsewhere: Iterable<string> = []): Gathered {
  const gathered: Gathered = { items: [], hasUnread: false };
  gatherFrom(node, 'own', 0, new Set(elsewhere), gathered);
  return gathered;
}

function gatherFrom(
  node: JsonNode,
  kind: SourceKind,
  depth: number,
  seen: Set<string>,
  into: Gathered,
): void {
  const identity = asText(node.code) ?? idOf(node);
  if (identity !== null) {
    if (seen.has(identity)) return;
    seen.add(identity);
  }
  const username = asText(asNode(node.user)?.username) ?? '';
  const own = readOwnMedia(node, { kind, username, code: asText(node.code) });
  const nested = depth < maxDepth ? nestedPosts(node) : [];
  // A repost's own fields are a shell around the other post: their emptiness is no fault.
  if (!nested.some((one) => one.kind === 'reposted')) into.hasUnread ||= own.hasUnread;
  into.items.push(...own.items.slice(0, maxItems - into.items.length));
  for (const one of nested) gatherFrom(one.node, kind === 'own' ? one.kind : kind, depth + 1, seen, into);
}

function nestedPosts(node: JsonNode): { node: JsonNode; kind: SourceKind }[] {
  const info = asNode(node.text_post_app_info);
  const share = nodeAt(info, 'share_info');
  return [
    ...readPosts(info?.linked_inline_media).map((one) => ({ node: one, kind: 'linked' as const })),
    ...readPosts(share?.quoted_attachment_post).map((one) => ({ node: one, kind: 'quoted' as const })),
    ...readPosts(share?.reposted_post).map((one) => ({ node: one, kind: 'reposted' as const })),
    ...readPosts(share?.quoted_post).map((one) => ({ node: one, kind: 'quoted' as const })),
  ];
}

/** A nested post arrives as an object, a list of them, or wrapped in `.media`. */
function readPosts(value: unknown): JsonNode[] {
  const values = Array.isArray(value) ? asList(value) : [value];
  return values
    .map((one) => nodeAt(asNode(one), 'media') ?? asNode(one))
    .filter((one) => one !== null)
    .filter((one) => asNode(one.text_post_app_info)?.is_post_unavailable !== true);
}

/** Ids that no two items share: a repeated one is told apart by its place. */
export function makeIdsUnique(items: readonly MediaItem[]): MediaItem[] {
  const seen = new Set<string>();
  return items.map((item) => {
    let id = item.id;
    for (let count = 2; seen.has(id); count += 1) id = `${item.id}-${count}`;
    seen.add(id);
    return id === item.id ? item : { ...item, id };
  });
}
