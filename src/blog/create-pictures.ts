import { desc, lt } from 'drizzle-orm';
import { mediaFile } from '#database/schema.ts';
import { imageListSize } from '#desk/contract.ts';
import { fail, type Result } from '#platform/result.ts';
import { createSemaphore } from '#platform/take-turns.ts';
import type { StoredImage } from './contract.ts';
import type { ImageError } from './encode-picture.ts';
import { toStoredImage } from './picture-address.ts';
import { type ImageStoreDeps, storeImage } from './store-picture.ts';
import type { FetchImage } from './take-in-pictures.ts';

/** `created_at` is ISO 8601; pass it to `list` to get the next page. */
export type ListedImage = StoredImage & { created_at: string };

export interface ImageStore {
  store(bytes: Uint8Array): Promise<Result<StoredImage, ImageError>>;
  /** Downloads an external image and stores it. */
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
