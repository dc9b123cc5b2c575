import { fail, ok, type Result } from '#platform/result.ts';
import { type PostInput, postInputSchema, type StoredImage } from '../contract.ts';
import type { PreparedPost, SavePostError } from '../editing-contract.ts';
import { imageIdFromUrl } from '../images/image-urls.ts';
import { type FetchImage, type ImageImporter, importImage, importImages } from '../images/import-images.ts';
import { findStoredImage, type ImageStoreDeps, storeImage } from '../images/store-image.ts';
import { sanitizeContent } from '../sanitize-content.ts';

/** For all external images of one post together. */
const fetchBudgetMs = 30_000;

/** Fetches, decodes and stores images, so it must run outside transactions. Throws if the schema rejects the input. */
export async function preparePost(
  deps: ImageStoreDeps & { fetchImage: FetchImage | null },
  input: PostInput,
): Promise<Result<PreparedPost, SavePostError>> {
  const { content, featured_image_url: coverUrl, ...fields } = input;
  postInputSchema.parse(input);
  const importer: ImageImporter = {
    store: (bytes) => storeImage(deps, bytes),
    find: (id) => findStoredImage(deps.database.query, id),
    fetchImage: deps.fetchImage && withFetchBudget(deps.fetchImage),
  };
  const text = await importImages(content ?? '', importer);
  if (!text.ok) return fail({ code: text.error.code, picture: text.error.index, cause: text.error.cause });
  const cover = await importCover(coverUrl?.trim() ?? '', importer);
  if (!cover.ok) return cover;
  return ok({
    ...fields,
    ...(content !== undefined && { content: sanitizeContent(text.value) }),
    ...(coverUrl !== undefined && { cover: cover.value }),
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
