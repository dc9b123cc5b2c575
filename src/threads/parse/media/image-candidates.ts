import { asList, asNode, asPositive, type JsonNode, nodeAt } from '../json/json-node.ts';
import { isMediaUrl } from './cdn-url.ts';

export interface ImageCandidate {
  url: string;
  width: number | null;
  height: number | null;
}

const ratioTolerance = 0.02;
const cropPattern = /(?:^|_)c\d+\.\d+\.\d+\.\d+a?(?:_|$)/;
/** Threads rounds cover sizes to whole pixels. At 150 px, one pixel is most of a percent. */
const roundingPixels = 1.5;

/** `image_versions2` also lists square crops, some of them larger than the original (June 2026). */
export function selectUncropped(node: JsonNode): ImageCandidate[] {
  const all = parseImageCandidates(node);
  const uncropped = all.filter((candidate) => !isCropped(candidate));
  const width = asPositive(node.original_width);
  const height = asPositive(node.original_height);
  if (width === null || height === null) return firstNonEmpty(uncropped, all);
  const isSized = (candidate: ImageCandidate) => candidate.width !== null && candidate.height !== null;
  const isFitting = (candidate: ImageCandidate) => hasRatio(candidate, width, height);
  return firstNonEmpty(
    uncropped.filter((candidate) => !isSized(candidate) || isFitting(candidate)),
    // A square original size may be the 612 x 612 placeholder, so it excludes no ratio.
    uncropped.filter((candidate) => width === height || candidate.width !== candidate.height),
    all.filter(isFitting),
    uncropped,
    all,
  );
}

function firstNonEmpty<T>(...lists: T[][]): T[] {
  return lists.find((list) => list.length > 0) ?? [];
}

export function parseImageCandidates(node: JsonNode): ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  for (const value of asList(nodeAt(node, 'image_versions2')?.candidates)) {
    const candidate = asNode(value);
    const url = candidate?.url;
    if (candidate === null || !isMediaUrl(url)) continue;
    candidates.push({ url, width: asPositive(candidate.width), height: asPositive(candidate.height) });
  }
  return candidates;
}

function hasRatio(candidate: ImageCandidate, width: number, height: number): boolean {
  if (candidate.width === null || candidate.height === null) return false;
  const expected = (candidate.width * height) / width;
  return Math.abs(expected - candidate.height) <= Math.max(expected * ratioTolerance, roundingPixels);
}

function isCropped(candidate: ImageCandidate): boolean {
  return cropPattern.test(URL.parse(candidate.url)?.searchParams.get('stp') ?? '');
}

const thumbnailWidth = 320;

export function selectThumbnail(candidates: readonly ImageCandidate[]): string | null {
  const bySize = candidates.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0));
  return (bySize.find((candidate) => (candidate.width ?? 0) >= thumbnailWidth) ?? bySize.at(-1))?.url ?? null;
}
