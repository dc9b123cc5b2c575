import type { Rendition } from '../../contract.ts';
import { asNode, asPositive, type JsonNode, nodeAt } from '../json/json-node.ts';
import { isMediaUrl } from './cdn-url.ts';
import { type MediaContent, parseAltText } from './video.ts';

const files = [
  { format: 'GIF', url: 'url', size: 'size' },
  { format: 'WEBP', url: 'webp', size: 'webp_size' },
  { format: 'MP4', url: 'mp4', size: 'mp4_size' },
] as const;

/** Tenor and Giphy URLs don't expire, so they come before Threads' proxied copies. */
export function parseGif(node: JsonNode): MediaContent | null {
  const info = asNode(node.giphy_media_info);
  const imageNodes = [
    nodeAt(info, 'images', 'fixed_height'),
    nodeAt(info, 'first_party_cdn_proxied_images', 'fixed_height'),
  ].filter((imageNode) => imageNode !== null);
  const width = firstPositive(imageNodes, 'width');
  const height = firstPositive(imageNodes, 'height');
  const renditions: Rendition[] = [];
  for (const file of files) {
    const imageNode = imageNodes.find((candidate) => isMediaUrl(candidate[file.url]));
    const url = imageNode?.[file.url];
    if (!isMediaUrl(url)) continue;
    renditions.push({ url, format: file.format, width, height, bytes: asPositive(imageNode?.[file.size]) });
  }
  const [best, ...others] = renditions;
  if (best === undefined) return null;
  return {
    type: 'gif',
    renditions: [best, ...others],
    durationSeconds: null,
    hasAudio: false,
    alt: parseAltText(node),
    thumbnailUrl: null,
  };
}

function firstPositive(imageNodes: readonly JsonNode[], key: string): number | null {
  return imageNodes.map((imageNode) => asPositive(imageNode[key])).find((value) => value !== null) ?? null;
}
