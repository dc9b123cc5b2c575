import { desc, lt } from 'drizzle-orm';
import { mediaFile } from '#database/schema.ts';
import { pictureListSize } from '#desk/contract.ts';
import { fail, type Result } from '#platform/result.ts';
import { createTurns } from '#platform/take-turns.ts';
import type { Picture } from './contract.ts';
import type { PictureError } from './encode-picture.ts';
import { pictureOf } from './picture-address.ts';
import { type PictureShelf, storePicture } from './store-picture.ts';
import type { FetchPicture } from './take-in-pictures.ts';

/** With the moment it came, ISO 8601: the next part of the list begins there. */
export type ListedPicture = Picture & { created_at: string };

/** The pictures of the blog, by themselves. */
export interface Pictures {
  store(bytes: Uint8Array): Promise<Result<Picture, PictureError>>;
  /** One of another site becomes ours. */
  fetch(
    address: string,
    signal: AbortSignal,
  ): Promise<Result<Picture, PictureError | { code: 'picture.foreign' }>>;
  /** Newest first, `pictureListSize` at most; `null`: from the newest on. */
  list(before: Date | null): Promise<ListedPicture[]>;
}

/** A large one takes hundreds of megabytes while it is decoded. */
const encodedAtOnce = 2;

export function createPictures(shelf: PictureShelf, fetchPicture: FetchPicture): Pictures {
  const turns = createTurns({ atOnce: encodedAtOnce, waitingMax: Number.POSITIVE_INFINITY });
  const never = new AbortController().signal;

  async function store(bytes: Uint8Array): Promise<Result<Picture, PictureError>> {
    const leave = await turns.enter(never);
    try {
      return await storePicture(shelf, bytes);
    } finally {
      leave?.();
    }
  }

  return {
    store,
    async fetch(address, signal) {
      const fetched = await fetchPicture(address, signal);
      return fetched.ok ? store(fetched.value) : fail({ code: 'picture.foreign' });
    },
    async list(before) {
      const rows = await shelf.database.query
        .select()
        .from(mediaFile)
        .where(before ? lt(mediaFile.createdAt, before) : undefined)
        .orderBy(desc(mediaFile.createdAt), desc(mediaFile.id))
        .limit(pictureListSize);
      return rows.map((row) => ({ ...pictureOf(row), created_at: row.createdAt.toISOString() }));
    },
  };
}
