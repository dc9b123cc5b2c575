import { eq } from 'drizzle-orm';
import { mediaFile } from '#database/schema.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type PostInput, postInputSchema, type StoredImage } from '../contract.ts';
import type { PreparedPost, SavePostError } from '../editing-contract.ts';
import { imageIdFromUrl, toStoredImage } from '../images/image-urls.ts';
import { type FetchImage, type ImageImporter, importImage, importImages } from '../images/import-images.ts';
import { type ImageStoreDeps, storeImage } from '../images/store-image.ts';
import { sanitizeContent } from '../sanitize-content.ts';

/** For all external images of one post together. */
const fetchBudgetMs = 30_000;

/** Fetches, decodes and stores images, so it must run outside transactions. */
export async function preparePost(
  deps: ImageStoreDeps & { fetchImage: FetchImage | null },
  input: PostInput,
): Promise<Result<PreparedPost, SavePostError>> {
  const fields = postInputSchema.parse(input);
  const has = (field: keyof PostInput) => input[field] !== undefined;
  const importer: ImageImporter = {
    store: (bytes) => storeImage(deps, bytes),
    find: (id) => findImage(deps, id),
    fetchImage: deps.fetchImage && withFetchBudget(deps.fetchImage),
  };
  const text = await importImages(fields.content, importer);
  if (!text.ok) return fail({ code: text.error.code, picture: text.error.index, cause: text.error.cause });
  const cover = await importCover(fields.featured_image_url?.trim() ?? '', importer);
  if (!cover.ok) return cover;
  return ok({
    fields,
    has,
    content: has('content') ? sanitizeContent(text.value) : undefined,
    cover: has('featured_image_url') ? cover.value : undefined,
  });
}

function withFetchBudget(fetchImage: FetchImage): FetchImage {
  let signal: AbortSignal | null = null;
  return (url) => {
    // The timer starts with the first image; most posts have none.
    signal ??= AbortSignal.timeout(fetchBudgetMs);
    return fetchImage(url, signal);
  };
}

async function importCover(
  url: string,
  importer: ImageImporter,
): Promise<Result<StoredImage | null, SavePostError>> {
  if (url === '') return ok(null);
  const imported = await importImage(url, importer);
  if (!imported.ok) return imported;
  if (imported.value) return ok(imported.value);
  return fail({ code: imageIdFromUrl(url) === null ? 'picture.foreign' : 'picture.unreadable' });
}

async function findImage({ database }: ImageStoreDeps, id: string) {
  const [row] = await database.query.select().from(mediaFile).where(eq(mediaFile.id, id));
  return row ? toStoredImage(row) : null;
}
