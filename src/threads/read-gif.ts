import type { Rendition } from './contract.ts';
import { asNode, asPositive, type JsonNode, nodeAt } from './json-node.ts';
import { isMediaAddress } from './media-address.ts';
import { type MediaContent, readAlt } from './read-video.ts';

const files = [
  { format: 'GIF', url: 'url', size: 'size' },
  { format: 'WEBP', url: 'webp', size: 'webp_size' },
  { format: 'MP4', url: 'mp4', size: 'mp4_size' },
] as const;

/**
 * The picker GIF of a node, or null: the real .gif first, then WebP and MP4. Tenor's and Giphy's own addresses do
 * not expire and come before Threads' proxied copies, which stand in where they are placeholders.
 */
export function readGif(node: JsonNode): MediaContent | null {
  const info = asNode(node.giphy_media_info);
  const places = [
    nodeAt(info, 'images', 'fixed_height'),
    nodeAt(info, 'first_party_cdn_proxied_images', 'fixed_height'),
  ].filter((place) => place !== null);
  const width = firstPositive(places, 'width');
  const height = firstPositive(places, 'height');
  const renditions: Rendition[] = [];
  for (const file of files) {
    const place = places.find((one) => isMediaAddress(one[file.url]));
    const url = place?.[file.url];
    if (!isMediaAddress(url)) continue;
    renditions.push({ url, format: file.format, width, height, bytes: asPositive(place?.[file.size]) });
  }
  const [best, ...others] = renditions;
  if (best === undefined) return null;
  return {
    type: 'gif',
    renditions: [best, ...others],
    durationSeconds: null,
    hasAudio: false,
    alt: readAlt(node),
    thumbnailUrl: null,
  };
}

function firstPositive(places: readonly JsonNode[], key: string): number | null {
  return places.map((place) => asPositive(place[key])).find((value) => value !== null) ?? null;
}
