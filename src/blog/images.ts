import { webcrypto } from 'node:crypto';
import { desc, eq, lt } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { imageUrlPattern, imageWidthsFor } from '#content/image-contract.ts';
import type { Database, Queries } from '#database/database.ts';
import { mediaFile } from '#database/schema.ts';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import { uuidFromDigest } from '#platform/uuid.ts';
import type { StoredImage } from './contract.ts';
import { imageListSize } from './editing-contract.ts';
import type { EncodedImage, ImageError } from './images/encode-image.ts';

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

/** libvips takes twenty megabytes, and most processes never store an image. */
const loadEncoder = () => import('./images/encode-image.ts');

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
      return await storeImage(deps, bytes, { repairs: true });
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

/** Whether the variants are stored as a whole, and their first frames can be decoded. */
export async function isIntactImage(files: Pick<FileStore, 'get'>, row: ImageRow): Promise<boolean> {
  const { decodeImage } = await loadEncoder();
  let bytes = 0;
  for (const key of listImageFileKeys(row)) {
    const variant = await files.get(key);
    if (variant === null) return false;
    const decoded = await decodeImage(variant, async () => null);
    // The limits are for uploads.
    if (!decoded.ok && decoded.error.code === 'picture.unreadable') return false;
    bytes += variant.length;
  }
  return bytes === Number(row.bytes);
}

type ImageRow = Partial<Record<'id' | 'width' | 'bytes', unknown>>;

/** `row` is a `media_file` row, also as the database serializes it to JSON. */
export function listImageFileKeys(row: ImageRow): string[] {
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

/** The same bytes are stored once. `repairs`: again if a stored file is missing or damaged, which is slow to find out. */
export async function storeImage(
  deps: ImageStoreDeps,
  bytes: Uint8Array,
  { repairs = false } = {},
): Promise<Result<StoredImage, ImageError>> {
  const digest = await sha256Hex(bytes);
  const existing = await findByDigest(deps, digest);
  if (existing && !(repairs && !(await isIntactImage(deps.files, existing))))
    return ok(toStoredImage(existing));
  const { encodeImage } = await loadEncoder();
  const encoded = await encodeImage(bytes);
  if (!encoded.ok) return encoded;
  return ok(await storeVariants(deps, { digest, existing }, encoded.value));
}

/** `encoded`: the result of `encodeSvg`, if the build has it. */
export async function storeSvg(
  deps: ImageStoreDeps,
  svg: string,
  encoded?: EncodedImage | null,
): Promise<StoredImage> {
  const digest = await sha256Hex(new TextEncoder().encode(svg));
  const existing = await findByDigest(deps, digest);
  if (existing) return toStoredImage(existing);
  const image = encoded ?? (await (await loadEncoder()).encodeSvg(svg));
  return storeVariants(deps, { digest, existing }, image);
}

function imageFileKey(id: string, name: string): string {
  return `pictures/${id}/${name}`;
}

/** Writes the files before the row, so that every row has its files. */
async function storeVariants(
  { database, files }: ImageStoreDeps,
  { digest, existing }: { digest: string; existing: { id: string } | null },
  { width, height, files: variants }: EncodedImage,
): Promise<StoredImage> {
  // Concurrent stores of the same image write the same files.
  const row = { id: existing?.id ?? uuidFromDigest(digest), width, height };
  let bytes = 0;
  for (const [name, data] of variants) {
    await files.put(imageFileKey(row.id, name), data);
    bytes += data.length;
  }
  const { query } = database;
  if (existing) await query.update(mediaFile).set({ width, height, bytes }).where(eq(mediaFile.id, row.id));
  else
    await query
      .insert(mediaFile)
      .values({ ...row, digest, bytes })
      .onConflictDoNothing();
  return toStoredImage(row);
}

export async function findStoredImage(queries: Queries, id: string): Promise<StoredImage | null> {
  const [row] = await queries.select().from(mediaFile).where(eq(mediaFile.id, id));
  return row ? toStoredImage(row) : null;
}

async function findByDigest(
  { database }: Pick<ImageStoreDeps, 'database'>,
  digest: string,
): Promise<typeof mediaFile.$inferSelect | null> {
  const [row] = await database.query.select().from(mediaFile).where(eq(mediaFile.digest, digest));
  return row ?? null;
}

/** In the thread pool. */
async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** The image that `storeImage` would return. Stores nothing. */
export async function inspectImage(
  { database }: Pick<ImageStoreDeps, 'database'>,
  bytes: Uint8Array,
): Promise<Result<StoredImage & { digest: string }, ImageError>> {
  const digest = await sha256Hex(bytes);
  const existing = await findByDigest({ database }, digest);
  if (existing) return ok({ ...toStoredImage(existing), digest });
  const { decodeImage } = await loadEncoder();
  return decodeImage(bytes, async (_, { largest, height }) => ({
    ...toStoredImage({ id: uuidFromDigest(digest), width: largest, height }),
    digest,
  }));
}

export function imageIdFromUrl(url: string): string | null {
  return imageUrlPattern.test(url) ? (url.split('/')[2] ?? null) : null;
}

/** For avatars. */
export function smallestImageUrl({ id, width }: { id: string; width: number }): string {
  return `/files/${id}/${imageWidthsFor(width)[0]}.webp`;
}

/** Ascending, in pixels: the standard widths below the original's, and its own. */
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

/** In pixels, at most. */
const modelImageWidth = 768;

/** A stored image as a small JPEG, which more models accept than WebP; null if there is none. Accepts untrusted input. */
export async function readImageForModel(
  files: Pick<FileStore, 'get'>,
  url: string,
): Promise<Uint8Array | null> {
  const width = Number(imageUrlPattern.exec(url)?.[1] ?? 0);
  const [, , id = ''] = url.split('/');
  const stored = width > 0 && (await readStoredImage(files, id, `${Math.min(width, modelImageWidth)}.webp`));
  if (!stored) return null;
  const { default: sharp } = await import('sharp');
  return sharp(stored.bytes).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer();
}

/** In pixels. `background` replaces transparency where a phone would show black. */
const variants = {
  '180': { size: 180, image: 180, background: '#ffffff' },
  '192': { size: 192, image: 192, background: '#ffffff00' },
  '512': { size: 512, image: 512, background: '#ffffff00' },
  // Phones may cut off everything outside the middle 80 %.
  maskable: { size: 512, image: 400, background: '#ffffff' },
} as const;

type Variant = keyof typeof variants;

/** Squares with the whole image. `url`: a variant of a stored image; returns null if there is none. */
export function createSiteIconRenderer(files: Pick<FileStore, 'get'>) {
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: 16 });

  return async (url: string, variant: Variant): Promise<Uint8Array<ArrayBuffer> | null> => {
    const key = `${url} ${variant}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const [, , id = '', name = ''] = imageUrlPattern.test(url) ? url.split('/') : [];
    const stored = await readStoredImage(files, id, name);
    if (!stored) return null;
    const png = await drawIcon(stored.bytes, variant);
    cache.set(key, png);
    return png;
  };
}

async function drawIcon(image: Uint8Array, variant: Variant): Promise<Uint8Array<ArrayBuffer>> {
  const { size, image: inner, background } = variants[variant];
  const margin = (size - inner) / 2;
  const { default: sharp } = await import('sharp');
  const square = sharp(image).resize(inner, inner, { fit: 'contain', background });
  return new Uint8Array(
    await square
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
      .flatten(background.length > 7 ? false : { background })
      .png()
      .toBuffer(),
  );
}
