import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { fail, ok, type Result } from '#platform/result.ts';
import { pictureLimits } from './contract.ts';
import { widthsOf } from './picture-address.ts';
import { pictureKindOf } from './picture-kind.ts';

export interface EncodedPicture {
  /** Pixels of the largest variant. */
  width: number;
  height: number;
  /** By name: `480.webp` and its like, and `og.jpg`. */
  files: Map<string, Buffer>;
}

export interface PictureError {
  code: 'picture.unreadable' | 'picture.too_large';
  cause?: unknown;
}

/** What a link to a post shows elsewhere, in pixels. */
const previewSize = { width: 1200, height: 630 } as const;
/** Longest side of a WebP, in pixels. */
const webpSideMax = 16_383;
const webp = { quality: 80, effort: 4 } as const;
const drawingWidth = 2000;
const decoding: SharpOptions = { failOn: 'error', limitInputPixels: pictureLimits.pixels };

/**
 * A JPEG, PNG, GIF, WebP or AVIF as WebP in several widths, upright, without anything the camera wrote into it; moving
 * pictures go on moving.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Result<EncodedPicture, PictureError>> {
  if (bytes.length > pictureLimits.bytes) return fail({ code: 'picture.too_large' });
  if (pictureKindOf(bytes) === null) return fail({ code: 'picture.unreadable' });
  return unlessUnreadable(async () => {
    const found = await sharp(bytes, { limitInputPixels: false, animated: true }).metadata();
    const { width, height, pages } = sizeOf(found);
    if (width * height * pages > pictureLimits.pixels) return fail({ code: 'picture.too_large' });
    const largest = widthsOf(width).at(-1) ?? width;
    if (Math.round((height * largest) / width) > webpSideMax) return fail({ code: 'picture.too_large' });
    const still = await decoded(sharp(bytes, decoding), largest);
    const moving = () => sharp(bytes, { ...decoding, animated: true });
    return ok(await encode(still, pages > 1 ? moving : still, largest));
  });
}

/** The same for an SVG. Only for drawings of our own: an SVG may ask for files and never end. */
export async function encodeDrawing(svg: Uint8Array): Promise<EncodedPicture> {
  const { width } = await sharp(svg).metadata();
  const density = Math.min(2400, (72 * drawingWidth) / width);
  const still = await decoded(sharp(svg, { density }), drawingWidth);
  return encode(still, still, drawingWidth);
}

/** `moving` gives all frames where there are several. */
async function encode(still: () => Sharp, moving: () => Sharp, largest: number): Promise<EncodedPicture> {
  const files = new Map<string, Buffer>();
  let height = 0;
  for (const width of widthsOf(largest)) {
    const resized = moving().resize({ width }).webp(webp);
    const { data, info } = await resized.toBuffer({ resolveWithObject: true });
    height = info.pageHeight ?? info.height;
    files.set(`${width}.webp`, data);
  }
  const preview = still()
    .resize({ ...previewSize, fit: 'cover' })
    .flatten({ background: '#ffffff' });
  files.set('og.jpg', await preview.jpeg({ quality: 82, mozjpeg: true }).toBuffer());
  return { width: largest, height, files };
}

/** Upright and at most `width` pixels wide, decoded once for all variants; of a moving one the first frame. */
async function decoded(source: Sharp, width: number): Promise<() => Sharp> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

function sizeOf({ autoOrient, pages = 1, pageHeight }: Metadata) {
  return { width: autoOrient.width, height: pages > 1 ? (pageHeight ?? 0) : autoOrient.height, pages };
}

/** The decoder's refusals are plain errors without a code; a mistake of ours is a `TypeError` or the like. */
async function unlessUnreadable<T>(
  work: () => Promise<Result<T, PictureError>>,
): Promise<Result<T, PictureError>> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || cause.constructor !== Error) throw cause;
    return fail({ code: 'picture.unreadable', cause });
  }
}
