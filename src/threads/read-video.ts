import { chooseThumbnail, chooseUncropped } from './choose-uncropped.ts';
import type { MediaItem, Rendition } from './contract.ts';
import { asList, asNode, asPositive, type JsonNode } from './json-node.ts';
import { isMediaAddress, promisedFormat } from './media-address.ts';
import { readEncoding, scaleToCap } from './read-encoding.ts';

export type MediaContent = Omit<MediaItem, 'id' | 'source'>;

interface Version {
  url: string;
  type: number;
  width: number | null;
  height: number | null;
}

/**
 * The video of a node, or null. The web lists one file as types 101, 102 and 103 (June 2026); where addresses do
 * differ (mobile API, 2023) the largest is taken, then the lowest type.
 */
export function readVideo(node: JsonNode): MediaContent | null {
  const [best] = readVersions(node).toSorted(
    (one, other) => area(other) - area(one) || one.type - other.type,
  );
  if (best === undefined) return null;
  const encoding = readEncoding(best.url);
  const covers = chooseUncropped(node);
  return {
    type: 'video',
    renditions: [describe(best, node, encoding.shortSideCap)],
    durationSeconds: encoding.durationSeconds ?? asPositive(node.video_duration),
    hasAudio: typeof node.has_audio === 'boolean' ? node.has_audio : null,
    alt: readAlt(node),
    thumbnailUrl: chooseThumbnail(covers),
  };
}

export function readAlt(node: JsonNode): string | null {
  const alt = node.accessibility_caption;
  return typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : null;
}

function readVersions(node: JsonNode): Version[] {
  const versions = new Map<string, Version>();
  for (const value of asList(node.video_versions)) {
    const version = asNode(value);
    const url = version?.url;
    if (version === null || !isMediaAddress(url) || versions.has(url)) continue;
    versions.set(url, {
      url,
      type: asPositive(version.type) ?? Number.MAX_SAFE_INTEGER,
      width: asPositive(version.width),
      height: asPositive(version.height),
    });
  }
  return [...versions.values()];
}

/** Comparable size of a version; the cap stands in where the web gives no pixels. */
function area(version: Version): number {
  if (version.width !== null && version.height !== null) return version.width * version.height;
  return readEncoding(version.url).shortSideCap ?? 0;
}

function describe(version: Version, node: JsonNode, cap: number | null): Rendition {
  return {
    url: version.url,
    format: promisedFormat(version.url, 'MP4'),
    ...sizeOf(version, node, cap),
    bytes: null,
  };
}

function sizeOf(version: Version, node: JsonNode, cap: number | null) {
  if (version.width !== null && version.height !== null) {
    return { width: version.width, height: version.height };
  }
  const width = asPositive(node.original_width);
  const height = asPositive(node.original_height);
  return width === null || height === null ? { width: null, height: null } : scaleToCap(width, height, cap);
}
