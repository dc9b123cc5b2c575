import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { imageWidthsFor } from '#content/image-contract.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { imageLimits } from '../contract.ts';
import { detectImageFormat } from './detect-format.ts';

export interface EncodedImage {
  width: number;
  height: number;
  /** By name: `480.webp` etc. and `og.jpg`. */
  files: Map<string, Uint8Array>;
}

export interface ImageError {
  code: 'picture.unreadable' | 'picture.too_large';
  cause?: unknown;
}

const openGraphSize = { width: 1200, height: 630 } as const;
const webpSideMax = 16_383;
const webp = { quality: 80, effort: 4 } as const;
const drawingWidth = 2000;
const decoding: SharpOptions = { failOn: 'error', limitInputPixels: imageLimits.pixels };

/** The variants are upright and without metadata; animations stay animated. */
export function encodeImage(bytes: Uint8Array): Promise<Result<EncodedImage, ImageError>> {
  return decodeImage(bytes, (firstFrame, { pages, largest }) => {
    const allFrames = () => sharp(bytes, { ...decoding, animated: true });
    return encode(firstFrame, pages > 1 ? allFrames : firstFrame, largest);
  });
}

/** Also checks the limits. `largest`: width of the largest variant. */
export async function decodeImage<T>(
  bytes: Uint8Array,
  process: (firstFrame: () => Sharp, size: { pages: number; largest: number; height: number }) => Promise<T>,
): Promise<Result<T, ImageError>> {
  if (bytes.length > imageLimits.bytes) return fail({ code: 'picture.too_large' });
  if (detectImageFormat(bytes) === null) return fail({ code: 'picture.unreadable' });
  return catchDecodeErrors(async () => {
    const metadata = await sharp(bytes, { limitInputPixels: false, animated: true }).metadata();
    const { width, height, pages } = getSize(metadata);
    if (width * height * pages > imageLimits.pixels) return fail({ code: 'picture.too_large' });
    const largest = imageWidthsFor(width).at(-1) ?? width;
    const largestHeight = Math.round((height * largest) / width);
    if (largestHeight > webpSideMax) return fail({ code: 'picture.too_large' });
    const firstFrame = await decodeFirstFrame(sharp(bytes, decoding), largest);
    return ok(await process(firstFrame, { pages, largest, height: largestHeight }));
  });
}

/** Trusted SVGs only: an SVG can reference files and take forever to render. */
export async function encodeSvg(svg: string): Promise<EncodedImage> {
  const bytes = Buffer.from(svg);
  const { width } = await sharp(bytes).metadata();
  const density = Math.min(2400, (72 * drawingWidth) / width);
  const firstFrame = await decodeFirstFrame(sharp(bytes, { density }), drawingWidth);
  return encode(firstFrame, firstFrame, drawingWidth);
}

async function encode(
  firstFrame: () => Sharp,
  allFrames: () => Sharp,
  largest: number,
): Promise<EncodedImage> {
  const files: EncodedImage['files'] = new Map();
  let height = 0;
  for (const width of imageWidthsFor(largest)) {
    const resized = allFrames().resize({ width }).webp(webp);
    const { data, info } = await resized.toBuffer({ resolveWithObject: true });
    height = info.pageHeight ?? info.height;
    files.set(`${width}.webp`, data);
  }
  const preview = firstFrame()
    .resize({ ...openGraphSize, fit: 'cover' })
    .flatten({ background: '#ffffff' });
  files.set('og.jpg', await preview.jpeg({ quality: 82, mozjpeg: true }).toBuffer());
  return { width: largest, height, files };
}

async function decodeFirstFrame(source: Sharp, width: number): Promise<() => Sharp> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

function getSize({ autoOrient, pages = 1, pageHeight }: Metadata) {
  return { width: autoOrient.width, height: pages > 1 ? (pageHeight ?? 0) : autoOrient.height, pages };
}

/** sharp rejects input with a plain `Error`; a subclass such as `TypeError` is a bug of ours. */
async function catchDecodeErrors<T>(
  work: () => Promise<Result<T, ImageError>>,
): Promise<Result<T, ImageError>> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || cause.constructor !== Error) throw cause;
    return fail({ code: 'picture.unreadable', cause });
  }
}
