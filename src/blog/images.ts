import { createHash } from 'node:crypto';
import { desc, eq, lt } from 'drizzle-orm';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Database, Queries } from '#database/database.ts';
import { mediaFile } from '#database/schema.ts';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import { uuidFromDigest } from '#platform/uuid.ts';
import { imageLimits, imageUrlPattern, imageWidths, type StoredImage } from './contract.ts';
import { imageListSize } from './editing-contract.ts';

/** Limits time and size itself. The error is for the log only. */
export type FetchImage = (url: string, signal?: AbortSignal) => Promise<Result<Uint8Array, unknown>>;

/** `created_at` is ISO 8601; pass it to `list` to get the next page. */
export type ListedImage = StoredImage & { created_at: string };

export interface ImageStore {
  store(bytes: Uint8Array): Promise<Result<StoredImage, ImageError>>;
  fetch(
    url: string,
    signal: AbortSignal,
  ): Promise<Result<StoredImage, ImageError | { code: 'picture.foreign' }>>;
  /** Newest first, at most `imageListSize`; null starts at the newest. */
  list(before: Date | null): Promise<ListedImage[]>;
}

/** Decoding a large image takes hundreds of megabytes. */
const maxConcurrentEncodes = 2;

export function createImageStore(deps: ImageStoreDeps, fetchImage: FetchImage): ImageStore {
  const semaphore = createSemaphore({
    concurrency: maxConcurrentEncodes,
    maxQueued: Number.POSITIVE_INFINITY,
  });
  const neverAborted = new AbortController().signal;

  async function store(bytes: Uint8Array): Promise<Result<StoredImage, ImageError>> {
    const release = await semaphore.acquire(neverAborted);
    try {
      return await storeImage(deps, bytes);
    } finally {
      release?.();
    }
  }

  return {
    store,
    async fetch(url, signal) {
      const fetched = await fetchImage(url, signal);
      return fetched.ok ? store(fetched.value) : fail({ code: 'picture.foreign' });
    },
    async list(before) {
      const rows = await deps.database.query
        .select()
        .from(mediaFile)
        .where(before ? lt(mediaFile.createdAt, before) : undefined)
        .orderBy(desc(mediaFile.createdAt), desc(mediaFile.id))
        .limit(imageListSize);
      return rows.map((row) => ({ ...toStoredImage(row), created_at: row.createdAt.toISOString() }));
    },
  };
}

/** `name` is `480.webp` or `og.jpg`, for example. Accepts untrusted input. */
export async function readStoredImage(
  files: Pick<FileStore, 'get'>,
  id: string,
  name: string,
): Promise<{ bytes: Uint8Array; type: string } | null> {
  const isPreview = name === 'og.jpg';
  if (!imageUrlPattern.test(`/files/${id}/${isPreview ? '1.webp' : name}`)) return null;
  const bytes = await files.get(imageFileKey(id, name));
  return bytes && { bytes, type: isPreview ? 'image/jpeg' : 'image/webp' };
}

/** `row` is a `media_file` row as the database serializes it to JSON. */
export function listImageFileKeys(row: Record<string, unknown>): string[] {
  const names = imageWidthsFor(Number(row.width)).map((width) => `${width}.webp`);
  return [...names, 'og.jpg'].map((name) => imageFileKey(String(row.id), name));
}

export function largestImageKey({ id, width }: { id: string; width: number }): string {
  return imageFileKey(id, `${width}.webp`);
}

export interface ImageStoreDeps {
  database: Pick<Database, 'query'>;
  files: FileStore;
}

/** The same bytes are stored once. */
export async function storeImage(
  deps: ImageStoreDeps,
  bytes: Uint8Array,
): Promise<Result<StoredImage, ImageError>> {
  const digest = sha256Hex(bytes);
  const existing = await findByDigest(deps, digest);
  if (existing) return ok(existing);
  const encoded = await encodeImage(bytes);
  return encoded.ok ? ok(await storeVariants(deps, digest, encoded.value)) : encoded;
}

export async function storeSvg(deps: ImageStoreDeps, svg: string): Promise<StoredImage> {
  const bytes = new TextEncoder().encode(svg);
  const digest = sha256Hex(bytes);
  return (await findByDigest(deps, digest)) ?? storeVariants(deps, digest, await encodeSvg(bytes));
}

function imageFileKey(id: string, name: string): string {
  return `pictures/${id}/${name}`;
}

/** Writes the files before the row, so that every row has its files. */
async function storeVariants(
  { database, files }: ImageStoreDeps,
  digest: string,
  { width, height, files: variants }: EncodedImage,
): Promise<StoredImage> {
  // Concurrent stores of the same image write the same files.
  const row = { id: uuidFromDigest(digest), width, height };
  let bytes = 0;
  for (const [name, data] of variants) {
    await files.put(imageFileKey(row.id, name), data);
    bytes += data.length;
  }
  await database.query
    .insert(mediaFile)
    .values({ ...row, digest, bytes })
    .onConflictDoNothing();
  return toStoredImage(row);
}

export async function findStoredImage(queries: Queries, id: string): Promise<StoredImage | null> {
  const [row] = await queries.select().from(mediaFile).where(eq(mediaFile.id, id));
  return row ? toStoredImage(row) : null;
}

async function findByDigest({ database }: ImageStoreDeps, digest: string): Promise<StoredImage | null> {
  const [row] = await database.query.select().from(mediaFile).where(eq(mediaFile.digest, digest));
  return row ? toStoredImage(row) : null;
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const formats = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const;
type ImageFormat = (typeof formats)[number];

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

interface EncodedImage {
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
async function encodeSvg(svg: Uint8Array): Promise<EncodedImage> {
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

export function imageIdFromUrl(url: string): string | null {
  return imageUrlPattern.test(url) ? (url.split('/')[2] ?? null) : null;
}

/** Ascending, in pixels: the standard widths below the original's, and its own. */
export function imageWidthsFor(originalWidth: number): number[] {
  const largest = Math.min(originalWidth, imageWidths.at(-1) ?? originalWidth);
  return [...imageWidths.filter((width) => width < largest), largest];
}

export function toStoredImage({
  id,
  width,
  height,
}: {
  id: string;
  width: number;
  height: number;
}): StoredImage {
  const getUrl = (variantWidth: number) => `/files/${id}/${variantWidth}.webp`;
  const srcset = imageWidthsFor(width)
    .map((variantWidth) => `${getUrl(variantWidth)} ${variantWidth}w`)
    .join(', ');
  return { id, src: getUrl(width), srcset, width, height };
}
