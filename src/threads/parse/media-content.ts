import type { MediaItem, Rendition } from '../contract.ts';
import { formatFromUrl, getQueryParam, isMediaUrl, parseEfgParams, scaleToCap } from './cdn-url.ts';
import { parseManifestDuration, parseManifestFiles } from './dash-manifest.ts';
import { asList, asNode, asPositive, type JsonNode, nodeAt } from './json.ts';

export type MediaContent = Omit<MediaItem, 'id' | 'source'>;

interface MediaFile {
  url: string;
  width: number | null;
  height: number | null;
}

/** In any order, the web lists one file as types 101, 102 and 103 (June 2026), the mobile API several sizes (2023). */
export function parseVideo(node: JsonNode): MediaContent | null {
  const best = selectVideo(node);
  if (best === null) return null;
  const encoding = parseEfgParams(best.url);
  const format = formatFromUrl(best.url, 'MP4');
  const scale = (width: number, height: number) => scaleToCap(width, height, encoding.shortSideCap);
  return {
    type: 'video',
    renditions: [{ url: best.url, format, ...getSize(best, node, scale), bytes: null }],
    durationSeconds:
      encoding.durationSeconds ??
      asPositive(node.video_duration) ??
      parseManifestDuration(node.video_dash_manifest),
    hasAudio: typeof node.has_audio === 'boolean' ? node.has_audio : null,
    alt: parseAltText(node),
    thumbnailUrl: selectThumbnail(selectUncropped(node)),
  };
}

function parseAltText(node: JsonNode): string | null {
  const alt = node.accessibility_caption;
  return typeof alt === 'string' && alt.trim() !== '' ? alt.trim() : null;
}

interface VideoFile extends MediaFile {
  type: number;
  /** 0 if unknown. */
  bitrate: number;
}

/** The short side decides, which a URL tells too; then the size and the bitrate. */
function selectVideo(node: JsonNode): VideoFile | null {
  const getSide = ({ url, width, height }: VideoFile) =>
    width !== null && height !== null ? Math.min(width, height) : (parseEfgParams(url).shortSideCap ?? 0);
  const getArea = ({ width, height }: VideoFile) => (width ?? 0) * (height ?? 0);
  const selectBest = (candidates: VideoFile[]): VideoFile | undefined =>
    candidates.toSorted(
      (a, b) =>
        getSide(b) - getSide(a) ||
        getArea(b) - getArea(a) ||
        b.bitrate - a.bitrate ||
        a.type - b.type ||
        compareFiles(a, b),
    )[0];
  const version = selectBest(parseVersions(node));
  const larger = selectBest(parseCompleteManifestFiles(node));
  // A version plays everywhere. Most manifests have the same sizes, in newer codecs.
  const isLarger =
    larger &&
    (!version || (getSide(version) > 0 && roundSide(getSide(larger)) > roundSide(getSide(version))));
  return (isLarger ? larger : version) ?? null;
}

/** Encoders round a side to a multiple of up to 16 pixels. */
const roundSide = (side: number) => Math.round(side / 16);

function parseVersions(node: JsonNode): VideoFile[] {
  return asList(node.video_versions)
    .map(asNode)
    .flatMap((version) => {
      const file = parseFile(version);
      if (file === null) return [];
      const bitrate = asPositive(version?.bandwidth) ?? parseEfgParams(file.url).bitrate ?? 0;
      return { ...file, type: asPositive(version?.type) ?? Number.MAX_SAFE_INTEGER, bitrate };
    });
}

/** Without those whose sound is in another file: joining the two is beyond a relay. */
function parseCompleteManifestFiles(node: JsonNode): VideoFile[] {
  return parseManifestFiles(node.video_dash_manifest)
    .filter(({ hasAudio }) => hasAudio || node.has_audio === false)
    .map((file) => ({ ...file, type: Number.MAX_SAFE_INTEGER, bitrate: file.bitrate ?? 0 }));
}

function parseFile(node: JsonNode | null): MediaFile | null {
  const url = node?.url;
  if (!isMediaUrl(url)) return null;
  return { url, width: asPositive(node?.width), height: asPositive(node?.height) };
}

/** For files of one size, so that their order in the response never decides. */
function compareFiles(a: MediaFile, b: MediaFile): number {
  if (a.url !== b.url) return a.url < b.url ? -1 : 1;
  return (b.width ?? 0) - (a.width ?? 0);
}

function getSize(
  file: MediaFile,
  node: JsonNode,
  scale = (width: number, height: number) => ({ width, height }),
) {
  if (file.width !== null && file.height !== null) return { width: file.width, height: file.height };
  const width = asPositive(node.original_width);
  const height = asPositive(node.original_height);
  return width === null || height === null ? { width: null, height: null } : scale(width, height);
}

export function parseImage(node: JsonNode): MediaContent | null {
  const candidates = selectUncropped(node);
  const [best] = candidates;
  if (best === undefined) return null;
  const scale = (width: number, height: number) => {
    const factor = getScale(best.url, width, height);
    return { width: Math.round(width * factor), height: Math.round(height * factor) };
  };
  return {
    type: 'image',
    renditions: [
      { url: best.url, format: formatFromUrl(best.url, 'JPG'), ...getSize(best, node, scale), bytes: null },
    ],
    durationSeconds: null,
    hasAudio: null,
    alt: parseAltText(node),
    thumbnailUrl: selectThumbnail(candidates),
  };
}

const ratioTolerance = 0.02;
const cropPattern = /(?:^|_)c\d+\.\d+\.\d+\.\d+a?(?:_|$)/;
/** Threads rounds cover sizes to whole pixels. At 150 px, one pixel is most of a percent. */
const roundingPixels = 1.5;

/**
 * The largest first. `image_versions2` also lists square crops, some of them larger than the original (June 2026). Its
 * order says nothing.
 */
export function selectUncropped(node: JsonNode): MediaFile[] {
  const width = asPositive(node.original_width);
  const height = asPositive(node.original_height);
  const hasOriginal = width !== null && height !== null;
  const getArea = (file: MediaFile) =>
    hasOriginal ? getImageArea(file, width, height) : getImageArea(file, unknownSide, unknownSide);
  const isSized = (candidate: MediaFile) => candidate.width !== null && candidate.height !== null;
  const opensEverywhere = ({ url }: MediaFile) => formatFromUrl(url, 'JPG') === 'JPG';
  // A stated size is more certain than one that only the lack of a limit suggests.
  const all = parseImageCandidates(node).sort(
    (a, b) =>
      getArea(b) - getArea(a) ||
      Number(isSized(b)) - Number(isSized(a)) ||
      Number(opensEverywhere(b)) - Number(opensEverywhere(a)) ||
      compareFiles(a, b),
  );
  const uncropped = all.filter((candidate) => !isCropped(candidate));
  const isFitting = (candidate: MediaFile) => hasOriginal && hasRatio(candidate, width, height);
  // A square original size may be the 612 x 612 placeholder, so it excludes no ratio.
  const hasKnownRatio = hasOriginal && width !== height;
  return firstNonEmpty(
    hasKnownRatio ? uncropped.filter((candidate) => !isSized(candidate) || isFitting(candidate)) : [],
    // Crops are square, so beside another ratio a square is one.
    uncropped.filter((candidate) => !isSquare(candidate)),
    hasKnownRatio ? [] : uncropped,
    all.filter(isFitting),
    uncropped,
    all,
  );
}

function isSquare({ width, height }: MediaFile): boolean {
  return width !== null && height !== null && Math.abs(width - height) <= roundingPixels;
}

/** Makes a file without a size limit larger than every other one. */
const unknownSide = 100_000;

/** In 2023, candidates had no size, but copies had a limit in their URL. */
function getImageArea(
  { url, width, height }: MediaFile,
  originalWidth: number,
  originalHeight: number,
): number {
  if (width !== null && height !== null) return width * height;
  return originalWidth * originalHeight * getScale(url, originalWidth, originalHeight) ** 2;
}

const limitPattern = /[_/=]([ps])(\d{2,5})x\d{2,5}(?:[_/&]|$)/;

/** A copy is limited by its short side (`p480x480`) or its long side (`s640x640`), in `stp` or the path (June 2026). */
function getScale(url: string, width: number, height: number): number {
  const [, side, limit] = limitPattern.exec(url) ?? [];
  if (limit === undefined) return 1;
  return Math.min(1, Number(limit) / (side === 'p' ? Math.min(width, height) : Math.max(width, height)));
}

function firstNonEmpty<T>(...lists: T[][]): T[] {
  return lists.find((list) => list.length > 0) ?? [];
}

export function parseImageCandidates(node: JsonNode): MediaFile[] {
  return asList(nodeAt(node, 'image_versions2')?.candidates)
    .map((candidate) => parseFile(asNode(candidate)))
    .filter((candidate) => candidate !== null);
}

function hasRatio(candidate: MediaFile, width: number, height: number): boolean {
  if (candidate.width === null || candidate.height === null) return false;
  const expected = (candidate.width * height) / width;
  return Math.abs(expected - candidate.height) <= Math.max(expected * ratioTolerance, roundingPixels);
}

function isCropped(candidate: MediaFile): boolean {
  return cropPattern.test(getQueryParam(candidate.url, 'stp') ?? '');
}

const thumbnailWidth = 320;

export function selectThumbnail(candidates: readonly MediaFile[]): string | null {
  const bySize = candidates.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0));
  return (bySize.find((candidate) => (candidate.width ?? 0) >= thumbnailWidth) ?? bySize.at(-1))?.url ?? null;
}

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

/** Of Giphy or Tenor, as known from another program that saves them (autumn 2026). */
export function parseSticker(sticker: JsonNode | null): MediaContent | null {
  const url = sticker?.sticker_url;
  if (!isMediaUrl(url)) return null;
  const file = { url, format: formatFromUrl(url, 'GIF'), width: null, height: null, bytes: null };
  return {
    type: 'gif',
    renditions: [file],
    durationSeconds: null,
    hasAudio: false,
    alt: null,
    thumbnailUrl: null,
  };
}

function firstPositive(imageNodes: readonly JsonNode[], key: string): number | null {
  return imageNodes.map((imageNode) => asPositive(imageNode[key])).find((value) => value !== null) ?? null;
}

/** A larger duration must be in milliseconds. The unit was never captured. */
const longestVoiceSeconds = 600;

/** The format is known only from the app's models; a voice post was never captured (June 2026). */
export function parseAudio(node: JsonNode): MediaContent | null {
  const audio = asNode(node.audio);
  const url = [audio?.audio_src, nodeAt(audio, 'fallback')?.audio_src].find(isMediaUrl);
  if (url === undefined) return null;
  const duration = asPositive(audio?.duration);
  const format = formatFromUrl(url, 'M4A');
  return {
    type: 'audio',
    renditions: [{ url, format: format === 'MP4' ? 'M4A' : format, width: null, height: null, bytes: null }],
    durationSeconds: duration !== null && duration > longestVoiceSeconds ? duration / 1000 : duration,
    hasAudio: true,
    alt: parseAltText(node),
    thumbnailUrl: null,
  };
}
