import type { MediaItem, Rendition } from '../../contract.ts';
import { asList, asNode, asPositive, type JsonNode } from '../json/json-node.ts';
import { formatFromUrl, isMediaUrl, parseEfgParams, scaleToCap } from './cdn-url.ts';
import { selectThumbnail, selectUncropped } from './image-candidates.ts';

export type MediaContent = Omit<MediaItem, 'id' | 'source'>;

interface Version {
  url: string;
  type: number;
  width: number | null;
  height: number | null;
}

/** The web lists one file as types 101, 102 and 103 (June 2026); the mobile API lists sizes (2023). */
export function parseVideo(node: JsonNode): MediaContent | null {
  const [best] = parseVersions(node).toSorted((a, b) => area(b) - area(a) || a.type - b.type);
  if (best === undefined) return null;
  const encoding = parseEfgParams(best.url);
  const covers = selectUncropped(node);
  return {
    type: 'video',
    renditions: [createRendition(best, node, encoding.shortSideCap)],
    durationSeconds: encoding.durationSeconds ?? asPositive(node.video_duration),
    hasAudio: typeof node.has_audio === 'boolean' ? node.has_audio : null,
    alt: parseAltText(node),
    thumbnailUrl: selectThumbnail(covers),
  };
}

export function parseAltText(node: JsonNode): string | null {
  const alt = node.accessibility_caption;
  return typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : null;
}

function parseVersions(node: JsonNode): Version[] {
  const versions = new Map<string, Version>();
  for (const value of asList(node.video_versions)) {
    const version = asNode(value);
    const url = version?.url;
    if (version === null || !isMediaUrl(url) || versions.has(url)) continue;
    versions.set(url, {
      url,
      type: asPositive(version.type) ?? Number.MAX_SAFE_INTEGER,
      width: asPositive(version.width),
      height: asPositive(version.height),
    });
  }
  return [...versions.values()];
}

function area(version: Version): number {
  if (version.width !== null && version.height !== null) return version.width * version.height;
  return parseEfgParams(version.url).shortSideCap ?? 0;
}

function createRendition(version: Version, node: JsonNode, cap: number | null): Rendition {
  return {
    url: version.url,
    format: formatFromUrl(version.url, 'MP4'),
    ...getSize(version, node, cap),
    bytes: null,
  };
}

function getSize(version: Version, node: JsonNode, cap: number | null) {
  if (version.width !== null && version.height !== null) {
    return { width: version.width, height: version.height };
  }
  const width = asPositive(node.original_width);
  const height = asPositive(node.original_height);
  return width === null || height === null ? { width: null, height: null } : scaleToCap(width, height, cap);
}
