import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { fail, ok, type Result } from '#platform/result.ts';
import { imageLimits } from '../contract.ts';
import { imageWidthsFor } from './image-urls.ts';

const formats = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
export type ImageFormat = (typeof formats)[number];

export function detectImageFormat(bytes: Uint8Array): ImageFormat | null {
  return formats.find((format) => signatures[format](bytes)) ?? null;
}

const signatures: Record<ImageFormat, (bytes: Uint8Array) => boolean> = {
  jpeg: (bytes) => textAt(bytes, 0, 3) === '\xff\xd8\xff',
  png: (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  gif: (bytes) => /^GIF8[79]a$/.test(textAt(bytes, 0, 6)),
  webp: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP',
  avif: (bytes) => textAt(bytes, 4, 4) === 'ftyp' && /^avi[fs]$/.test(textAt(bytes, 8, 4)),
};

function textAt(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

export interface EncodedImage {
  width: number;
  height: number;
  /** By name: `480.webp` etc. and `og.jpg`. */
  files: Map<string, Buffer>;
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
export async function encodeImage(bytes: Uint8Array): Promise<Result<EncodedImage, ImageError>> {
  if (bytes.length > imageLimits.bytes) return fail({ code: 'picture.too_large' });
  if (detectImageFormat(bytes) === null) return fail({ code: 'picture.unreadable' });
  return catchDecodeErrors(async () => {
    const metadata = await sharp(bytes, { limitInputPixels: false, animated: true }).metadata();
    const { width, height, pages } = getSize(metadata);
    if (width * height * pages > imageLimits.pixels) return fail({ code: 'picture.too_large' });
    const largest = imageWidthsFor(width).at(-1) ?? width;
    if (Math.round((height * largest) / width) > webpSideMax) return fail({ code: 'picture.too_large' });
    const firstFrame = await decodeFirstFrame(sharp(bytes, decoding), largest);
    const allFrames = () => sharp(bytes, { ...decoding, animated: true });
    return ok(await encode(firstFrame, pages > 1 ? allFrames : firstFrame, largest));
  });
}

/** Trusted SVGs only: an SVG can reference files and take forever to render. */
export async function encodeSvg(svg: Uint8Array): Promise<EncodedImage> {
  const { width } = await sharp(svg).metadata();
  const density = Math.min(2400, (72 * drawingWidth) / width);
  const firstFrame = await decodeFirstFrame(sharp(svg, { density }), drawingWidth);
  return encode(firstFrame, firstFrame, drawingWidth);
}

async function encode(
  firstFrame: () => Sharp,
  allFrames: () => Sharp,
  largest: number,
): Promise<EncodedImage> {
  const files = new Map<string, Buffer>();
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
