import { parseImageCandidates } from './choose-uncropped.ts';
import type { MediaItem, MediaSource } from './contract.ts';
import { asId, asList, asNode, asText, type JsonNode } from './json-node.ts';
import { parseAudio } from './read-audio.ts';
import { parseGif } from './read-gif.ts';
import { parseImage } from './read-image.ts';
import { type MediaContent, parseVideo } from './read-video.ts';

export interface MediaCollection {
  items: MediaItem[];
  hasUnparsed: boolean;
}

/** Threads allows 20. */
const maxCarousel = 50;

/** The post's own media in display order. Detected by fields, because `media_type` is often null. */
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
  if (audio === null) return { items, hasUnparsed };
  items.push(createItem(audio, node, node, nodes.length, source));
  return { items, hasUnparsed: hasUnparsed && children.length > 0 };
}

function parseContent(part: JsonNode): MediaContent | null {
  return parseVideo(part) ?? parseGif(part) ?? (hasCoverOnly(part) ? null : parseImage(part));
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
  return { id, ...content, source };
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
