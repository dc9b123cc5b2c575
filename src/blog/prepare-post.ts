import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { mediaFile } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type BlogErrorCode, type Picture, type PostInput, postInputSchema } from './contract.ts';
import { pictureIdOf, pictureOf } from './picture-address.ts';
import { sanitise } from './sanitise.ts';
import { type PictureShelf, storePicture } from './store-picture.ts';
import { type FetchPicture, type PictureIntake, takeIn, takeInPictures } from './take-in-pictures.ts';

/** How long the pictures of other sites may take, all of one post together. */
const fetchBudgetMs = 30_000;

export interface SaveError {
  code: BlogErrorCode;
  /** Which picture of the text, from 0; left out: the cover. */
  picture?: number;
  /** Which of several posts, from 0. */
  post?: number;
  cause?: unknown;
}

/** A post ready to be written. What the input leaves out is `undefined` and stays as it is. */
export interface PreparedPost {
  /** Of a new post; left out: one that nobody had. */
  newId?: string;
  fields: z.output<typeof postInputSchema>;
  /** Whether the input says something about a field. */
  has(field: keyof PostInput): boolean;
  /** Sanitised, its pictures ours. */
  content: string | undefined;
  cover: Picture | null | undefined;
}

/** All that takes time, and no transaction: pictures are decoded, stored and fetched here. */
export async function preparePost(
  shelf: PictureShelf & { fetchPicture: FetchPicture | null },
  input: PostInput,
): Promise<Result<PreparedPost, SaveError>> {
  const fields = postInputSchema.parse(input);
  const has = (field: keyof PostInput) => input[field] !== undefined;
  const intake: PictureIntake = {
    store: (bytes) => storePicture(shelf, bytes),
    find: (id) => findPicture(shelf, id),
    fetchPicture: shelf.fetchPicture && withinBudget(shelf.fetchPicture),
  };
  const text = await takeInPictures(fields.content, intake);
  if (!text.ok) return fail({ code: text.error.code, picture: text.error.index, cause: text.error.cause });
  const cover = await coverOf(fields.featured_image_url?.trim() ?? '', intake);
  if (!cover.ok) return cover;
  return ok({
    fields,
    has,
    content: has('content') ? sanitise(text.value) : undefined,
    cover: has('featured_image_url') ? cover.value : undefined,
  });
}

/** All pictures of one save share a time; those that are left when it is over stay where they are. */
function withinBudget(fetchPicture: FetchPicture): FetchPicture {
  let signal: AbortSignal | null = null;
  return (address) => {
    // From the first one on: most posts have none.
    signal ??= AbortSignal.timeout(fetchBudgetMs);
    return fetchPicture(address, signal);
  };
}

async function coverOf(address: string, intake: PictureIntake): Promise<Result<Picture | null, SaveError>> {
  if (address === '') return ok(null);
  const taken = await takeIn(address, intake);
  if (!taken.ok) return taken;
  if (taken.value) return ok(taken.value);
  return fail({ code: pictureIdOf(address) === null ? 'picture.foreign' : 'picture.unreadable' });
}

async function findPicture({ database }: PictureShelf, id: string) {
  const [row] = await database.query.select().from(mediaFile).where(eq(mediaFile.id, id));
  return row ? pictureOf(row) : null;
}
