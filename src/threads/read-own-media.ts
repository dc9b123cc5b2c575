import { readCandidates } from './choose-uncropped.ts';
import type { MediaItem, MediaSource } from './contract.ts';
import { asId, asList, asNode, asText, type JsonNode } from './json-node.ts';
import { readAudio } from './read-audio.ts';
import { readGif } from './read-gif.ts';
import { readImage } from './read-image.ts';
import { type MediaContent, readVideo } from './read-video.ts';

export interface OwnMedia {
  items: MediaItem[];
  /** Media is evidently there and not one of ours could be made of it: Threads has changed. */
  hasUnread: boolean;
}

/** Threads allows 20; more is not worth reading. */
const maxCarousel = 50;

/** What one post carries itself, in display order. Decided by what is there: `media_type` is often null. */
export function readOwnMedia(node: JsonNode, source: MediaSource): OwnMedia {
  const children = asList(node.carousel_media)
    .slice(0, maxCarousel)
    .map(asNode)
    .filter((child) => child !== null);
  const parts = children.length > 0 ? children : [node];
  const items: MediaItem[] = [];
  let hasUnread = false;
  parts.forEach((part, index) => {
    const content = readVideo(part) ?? readGif(part) ?? readImage(part);
    if (content !== null) items.push(identify(content, part, node, index, source));
    else if (part !== node || hasMediaFields(part)) hasUnread = true;
  });
  const audio = readAudio(node);
  if (audio !== null) items.push(identify(audio, node, node, parts.length, source));
  return { items, hasUnread };
}

function identify(
  content: MediaContent,
  part: JsonNode,
  post: JsonNode,
  index: number,
  source: MediaSource,
): MediaItem {
  const id = idOf(part) ?? `${idOf(post) ?? source.code ?? 'media'}-${index + 1}`;
  return { id, ...content, source };
}

/** Threads' own id: `pk`, or the first half of `id`, which stays exact where `pk` came as a bare number. */
export function idOf(node: JsonNode): string | null {
  const first = asText(node.id)?.split('_', 1)[0] ?? null;
  const exact = typeof node.pk === 'string' ? asId(node.pk) : null;
  return exact ?? asId(first) ?? asId(node.pk);
}

/** 1, 2 and 8 promise a picture, a video, a carousel; 19 and null promise nothing. */
function hasMediaFields(node: JsonNode): boolean {
  if (readCandidates(node).length > 0 || asList(node.video_versions).length > 0) return true;
  return node.media_type === 1 || node.media_type === 2 || node.media_type === 8;
}
