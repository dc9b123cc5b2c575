import type { JsonNode } from '../json/json-node.ts';
import { formatFromUrl } from './cdn-url.ts';
import { selectThumbnail, selectUncropped } from './image-candidates.ts';
import { type MediaContent, parseAltText } from './video.ts';

export function parseImage(node: JsonNode): MediaContent | null {
  const candidates = selectUncropped(node);
  const [best] = candidates;
  if (best === undefined) return null;
  return {
    type: 'image',
    renditions: [{ ...best, format: formatFromUrl(best.url, 'JPG'), bytes: null }],
    durationSeconds: null,
    hasAudio: null,
    alt: parseAltText(node),
    thumbnailUrl: selectThumbnail(candidates),
  };
}
