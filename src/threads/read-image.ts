import { chooseThumbnail, chooseUncropped } from './choose-uncropped.ts';
import type { JsonNode } from './json-node.ts';
import { promisedFormat } from './media-address.ts';
import { type MediaContent, readAlt } from './read-video.ts';

/** The picture of a node at its original size, or null: the first uncropped candidate exactly as given. */
export function readImage(node: JsonNode): MediaContent | null {
  const candidates = chooseUncropped(node);
  const [best] = candidates;
  if (best === undefined) return null;
  return {
    type: 'image',
    renditions: [{ ...best, format: promisedFormat(best.url, 'JPG'), bytes: null }],
    durationSeconds: null,
    hasAudio: null,
    alt: readAlt(node),
    thumbnailUrl: chooseThumbnail(candidates),
  };
}
