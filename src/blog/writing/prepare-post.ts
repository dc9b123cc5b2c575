import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { WorkerLimitError } from '#platform/worker-thread.ts';
import { type PostInput, postInputSchema, type StoredImage } from '../contract.ts';
import type { PreparedPost, SavePostError } from '../editing-contract.ts';
import type { ImageError } from '../images/encode-image.ts';
import {
  type FetchImage,
  findStoredImage,
  type ImageStoreDeps,
  imageIdFromUrl,
  storeImage,
} from '../images.ts';
import { type HtmlImage, type ImageSource, mergeTextFields, runTextTask } from '../text-tasks.ts';

/** For all external images of one post together. */
const fetchBudgetMs = 30_000;

type PreparePostDeps = ImageStoreDeps & { fetchImage: FetchImage | null } & Partial<
    Pick<ImageImporter, 'store' | 'find'>
  >;

/** Fetches, decodes and stores images, so it must run outside transactions. Throws if the schema rejects the input. */
export async function preparePost(
  deps: PreparePostDeps,
  input: PostInput,
): Promise<Result<PreparedPost, SavePostError>> {
  try {
    return await prepare(deps, input);
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    return fail({ code: 'text.timeout', cause });
  }
}

async function prepare(
  deps: PreparePostDeps,
  input: PostInput,
): Promise<Result<PreparedPost, SavePostError>> {
  const { content, featured_image_url: coverUrl, ...fields } = input;
  postInputSchema.parse(input);
  const importer: ImageImporter = {
    store: deps.store ?? ((bytes) => storeImage(deps, bytes)),
    find: deps.find ?? ((id) => findStoredImage(deps.database.query, id)),
    fetchImage: deps.fetchImage && withFetchBudget(deps.fetchImage),
  };
  const html = await importImages(content ?? '', importer);
  if (!html.ok) return html;
  const cover = await importCover(coverUrl?.trim() ?? '', importer);
  if (!cover.ok) return cover;
  const texts = mergeTextFields({ ...fields, content: html.value }, null);
  const derived = await runTextTask('prepareText', texts, html.value.length);
  if (derived === null) return fail({ code: 'text.too_long' });
  return ok({
    ...fields,
    ...(content !== undefined && { content: derived.fields.content, derived }),
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
  const source = await runTextTask('readImageSource', url, url.length);
  const imported = await importImage(source, importer);
  if (!imported.ok) return imported;
  if (imported.value) return ok(imported.value);
  return fail({ code: imageIdFromUrl(url) === null ? 'picture.foreign' : 'picture.unreadable' });
}

export interface ImageImporter {
  store(bytes: Uint8Array): Promise<Result<StoredImage, ImageError>>;
  find(id: string): Promise<StoredImage | null>;
  fetchImage: FetchImage | null;
}

/** An external image that can't be fetched becomes a link, so that readers make no third-party requests. */
export async function importImages(
  input: string,
  importer: ImageImporter,
): Promise<Result<string, SavePostError>> {
  const extracted = await runTextTask('extractImages', input, input.length);
  if (extracted === null) return fail({ code: 'text.too_long' });
  let html = '';
  for (const [index, image] of extracted.images.entries()) {
    const result = await importImage(image, importer);
    if (!result.ok) return fail({ ...result.error, picture: index });
    html += image.before + (result.value ? renderImageTag(result.value, image) : renderLink(image));
  }
  return ok(html + extracted.rest);
}

async function importImage(
  { src, bytes }: ImageSource,
  { store, find, fetchImage }: ImageImporter,
): Promise<Result<StoredImage | null, ImageError>> {
  if (bytes) return store(bytes);
  const id = imageIdFromUrl(src);
  if (id) return ok(await find(id));
  const url = src.startsWith('//') ? `https:${src}` : src;
  if (!fetchImage || !/^https?:/i.test(url) || !URL.canParse(url)) return ok(null);
  const fetched = await fetchImage(url);
  const stored = fetched.ok ? await store(fetched.value) : fetched;
  return ok(stored.ok ? stored.value : null);
}

function renderImageTag({ src, width, height }: StoredImage, { alt }: HtmlImage): string {
  return `<img src="${src}" alt="${escapeHtmlAttribute(alt)}" width="${width}" height="${height}">`;
}

function renderLink({ src, alt }: HtmlImage): string {
  const isLinkable = /^(?:https?:)?\/\//i.test(src) || imageIdFromUrl(src) !== null;
  if (!isLinkable) return escapeHtml(alt);
  return `<a href="${escapeHtmlAttribute(src)}">${escapeHtml(alt.trim() === '' ? src : alt)}</a>`;
}
