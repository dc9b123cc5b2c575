import { asList, asNode, asPositive, type JsonNode, nodeAt } from './json-node.ts';
import { isMediaAddress } from './media-address.ts';

export interface Candidate {
  url: string;
  width: number | null;
  height: number | null;
}

const ratioTolerance = 0.02;
const cropMark = /(?:^|_)c\d+\.\d+\.\d+\.\d+a?(?:_|$)/;
/** Threads scales covers to whole pixels: at 150 px one pixel is most of a percent. */
const roundingPixels = 1.5;

/**
 * The pictures of a node that show the whole original, best first. `image_versions2` holds the uncropped sizes and
 * then square crops, some of them larger than the original (June 2026): a crop is chosen only where there is nothing
 * else. A candidate that states no size counts as whole.
 */
export function chooseUncropped(node: JsonNode): Candidate[] {
  const all = readCandidates(node);
  const unmarked = all.filter((one) => !isMarkedCrop(one));
  const width = asPositive(node.original_width);
  const height = asPositive(node.original_height);
  if (width === null || height === null) return firstFilled(unmarked, all);
  const isSized = (one: Candidate) => one.width !== null && one.height !== null;
  const isFitting = (one: Candidate) => hasRatio(one, width, height);
  return firstFilled(
    unmarked.filter((one) => !isSized(one) || isFitting(one)),
    // The stated original may be the 612 x 612 placeholder: then what is neither marked nor squared counts.
    unmarked.filter((one) => width === height || one.width !== one.height),
    all.filter(isFitting),
    unmarked,
    all,
  );
}

function firstFilled<T>(...lists: T[][]): T[] {
  return lists.find((list) => list.length > 0) ?? [];
}

/** Every candidate that is media at all: placeholders are dropped before anything is decided. */
export function readCandidates(node: JsonNode): Candidate[] {
  const candidates: Candidate[] = [];
  for (const value of asList(nodeAt(node, 'image_versions2')?.candidates)) {
    const candidate = asNode(value);
    const url = candidate?.url;
    if (candidate === null || !isMediaAddress(url)) continue;
    candidates.push({ url, width: asPositive(candidate.width), height: asPositive(candidate.height) });
  }
  return candidates;
}

function hasRatio(one: Candidate, width: number, height: number): boolean {
  if (one.width === null || one.height === null) return false;
  const expected = (one.width * height) / width;
  return Math.abs(expected - one.height) <= Math.max(expected * ratioTolerance, roundingPixels);
}

function isMarkedCrop(one: Candidate): boolean {
  return cropMark.test(URL.parse(one.url)?.searchParams.get('stp') ?? '');
}

const thumbnailWidth = 320;

/** The smallest of `candidates` wide enough for a preview, else the largest there is. */
export function chooseThumbnail(candidates: readonly Candidate[]): string | null {
  const bySize = candidates.toSorted((one, other) => (one.width ?? 0) - (other.width ?? 0));
  return (bySize.find((one) => (one.width ?? 0) >= thumbnailWidth) ?? bySize.at(-1))?.url ?? null;
}
