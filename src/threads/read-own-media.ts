import { readCandidates } from './choose-uncropped.ts';
import type { MediaItem, MediaSource } from './contract.ts';
import { asId, asList, asNode, asText, type JsonNode } from './json-node.ts';
import { readAudio } from './read-audio.ts';
import { readGif } from './read-gif.ts';
import { readImage } from './read-image.ts';
import { type MediaContent, readVideo } from './read-video.ts';

export interface OwnMedia {
  items: MediaItem[];
  /** Media is evidently there of which none of ours could be made: Threads has changed. */
  hasUnread: boolean;
}

/** Threads allows 20; more is not worth reading. */
const maxCarousel = 50;

/** What one post carries itself, in display order. Decided by what is there: `media_type` is often null. */
export function readOwnMedia(node: JsonNode, source: MediaSource): OwnMedia {
  const children = asList(node.carousel_media).slice(0, maxCarousel).map(asNode);
  const parts = children.length > 0 ? children : [node];
  const items: MediaItem[] = [];
  let hasUnread = false;
  parts.forEach((part, index) => {
    const content = part === null ? null : readContent(part);
    if (part !== null && content !== null) items.push(identify(content, part, node, index, source));
    else if (part !== node || hasMediaFields(node)) hasUnread = true;
  });
  const audio = readAudio(node);
  if (audio === null) return { items, hasUnread };
  items.push(identify(audio, node, node, parts.length, source));
  return { items, hasUnread: hasUnread && children.length > 0 };
}

function readContent(part: JsonNode): MediaContent | null {
  return readVideo(part) ?? readGif(part) ?? (hasCoverOnly(part) ? null : readImage(part));
}

/** The picture of a video or of a whole carousel is its cover: no item, however little else can be read. */
function hasCoverOnly(part: JsonNode): boolean {
  if (part.media_type === 2 || part.media_type === 8) return true;
  return asList(part.video_versions).length > 0 || asText(part.video_dash_manifest) !== null;
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
  return readCandidates(node).length > 0 || node.media_type === 1 || hasCoverOnly(node);
}
