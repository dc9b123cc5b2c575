import { desc, lt } from 'drizzle-orm';
import { mediaFile } from '#database/schema.ts';
import { createSemaphore } from '#platform/limits/semaphore.ts';
import { fail, type Result } from '#platform/result.ts';
import type { FileStore } from '#platform/storage/file-store.ts';
import { imageUrlPattern, type StoredImage } from './contract.ts';
import { imageListSize } from './editing-contract.ts';
import type { ImageError } from './images/encode-image.ts';
import { imageWidthsFor, toStoredImage } from './images/image-urls.ts';
import type { FetchImage } from './images/import-images.ts';
import { type ImageStoreDeps, imageFileKey, storeImage } from './images/store-image.ts';

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
