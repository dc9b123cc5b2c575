import type { MediaItem, MediaSource, SourceKind } from '../contract.ts';
import { asId, asList, asNode, asText, type JsonNode, nodeAt } from './json.ts';
import {
  type MediaContent,
  parseAudio,
  parseGif,
  parseImage,
  parseImageCandidates,
  parseSticker,
  parseVideo,
} from './media-content.ts';
import { listFragments } from './post-text.ts';

const maxDepth = 2;
const maxItems = 100;

export interface MediaCollection {
  items: MediaItem[];
  hasUnparsed: boolean;
}

/** `excludedCodes` are listed separately, so they're skipped where they're quoted. */
export function collectMediaItems(node: JsonNode, excludedCodes: Iterable<string> = []): MediaCollection {
  const collection: MediaCollection = { items: [], hasUnparsed: false };
  collectFrom(node, { kind: 'own', isSpoiler: false }, 0, new Set(excludedCodes), collection);
  return collection;
}

function collectFrom(
  node: JsonNode,
  parent: { kind: SourceKind; isSpoiler: boolean },
  depth: number,
  seen: Set<string>,
  into: MediaCollection,
): void {
  const identity = asText(node.code) ?? nodeId(node);
  if (identity !== null) {
    if (seen.has(identity)) return;
    seen.add(identity);
  }
  const { kind } = parent;
  const username = asText(asNode(node.user)?.username) ?? '';
  const ownMedia = parseOwnMedia(node, { kind, username, code: asText(node.code) });
  // A post that hides its media may show that of another post.
  const isSpoiler = parent.isSpoiler || hidesMedia(node);
  const nested = depth < maxDepth ? nestedPosts(node) : [];
  // A repost's own media fields are empty placeholders, so missing media there isn't an error.
  if (!nested.some((nestedPost) => nestedPost.kind === 'reposted')) into.hasUnparsed ||= ownMedia.hasUnparsed;
  const items = ownMedia.items.slice(0, maxItems - into.items.length);
  into.items.push(...items.map((item) => (isSpoiler ? { ...item, isSpoiler } : item)));
  for (const nestedPost of nested)
    collectFrom(
      nestedPost.node,
      { kind: kind === 'own' ? nestedPost.kind : kind, isSpoiler },
      depth + 1,
      seen,
      into,
    );
}

function hidesMedia(node: JsonNode): boolean {
  return [node, asNode(node.text_post_app_info)].some((part) => part?.is_spoiler_media === true);
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

/** Threads allows 20. */
const maxCarousel = 50;

/** Detects media by fields, because `media_type` is often null. */
export function parseOwnMedia(node: JsonNode, source: MediaSource): MediaCollection {
  const children = asList(node.carousel_media).slice(0, maxCarousel).map(asNode);
  const nodes = children.length > 0 ? children : [node];
  const items: MediaItem[] = [];
  let hasUnparsed = false;
  nodes.forEach((part, index) => {
    const content = part === null ? null : parseContent(part);
    if (part !== null && content !== null) items.push(createItem(content, part, node, index, source));
    else if (part !== node || hasMediaFields(node)) hasUnparsed = true;
  });
  const audio = parseAudio(node);
  if (audio !== null) items.push(createItem(audio, node, node, nodes.length, source));
  const isPartial = hasUnparsed && (audio === null || children.length > 0);
  for (const [index, sticker] of listStickers(node).entries())
    items.push(createItem(sticker.content, sticker.part, node, nodes.length + 1 + index, source));
  return { items, hasUnparsed: isPartial };
}

/** The media of a continuation are listed and counted. */
const parsedContents = new WeakMap<JsonNode, MediaContent | null>();

function parseContent(part: JsonNode): MediaContent | null {
  const parsed = parsedContents.get(part);
  if (parsed !== undefined) return parsed;
  const content = parseVideo(part) ?? parseGif(part) ?? (hasCoverOnly(part) ? null : parseImage(part));
  parsedContents.set(part, content);
  return content;
}

/** The image of a video or a carousel is its cover and never an item, even if nothing else can be read. */
function hasCoverOnly(part: JsonNode): boolean {
  if (part.media_type === 2 || part.media_type === 8) return true;
  return asList(part.video_versions).length > 0 || asText(part.video_dash_manifest) !== null;
}

function createItem(
  content: MediaContent,
  part: JsonNode,
  post: JsonNode,
  index: number,
  source: MediaSource,
): MediaItem {
  const id = nodeId(part) ?? `${nodeId(post) ?? source.code ?? 'media'}-${index + 1}`;
  const isSpoiler = hidesMedia(post) || hidesMedia(part);
  return { id, ...content, source, ...(isSpoiler && { isSpoiler }) };
}

/** Small moving pictures between the words, each once. */
function listStickers(node: JsonNode): { content: MediaContent; part: JsonNode }[] {
  const stickers = new Map<string, { content: MediaContent; part: JsonNode }>();
  for (const fragment of listFragments(node)) {
    const sticker = asNode(fragment.inline_sticker_fragment);
    const content = parseSticker(sticker);
    if (content === null || stickers.size >= maxCarousel) continue;
    const [{ url }] = content.renditions;
    const isHidden = asNode(fragment.styling_info)?.is_spoiler === true;
    if (!stickers.has(url))
      stickers.set(url, { content, part: { pk: sticker?.sticker_id, is_spoiler_media: isHidden } });
  }
  return [...stickers.values()];
}

/** `pk`, or the first half of `id`, which stays exact if `pk` is a bare number. */
export function nodeId(node: JsonNode): string | null {
  const first = asText(node.id)?.split('_', 1)[0] ?? null;
  const exact = typeof node.pk === 'string' ? asId(node.pk) : null;
  return exact ?? asId(first) ?? asId(node.pk);
}

/** `media_type` 1, 2 and 8 mean image, video and carousel; 19 and null say nothing about media. */
function hasMediaFields(node: JsonNode): boolean {
  return parseImageCandidates(node).length > 0 || node.media_type === 1 || hasCoverOnly(node);
}
