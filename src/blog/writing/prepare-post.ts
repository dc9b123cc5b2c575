import { Parser } from 'htmlparser2';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { type PostInput, postInputSchema, type StoredImage } from '../contract.ts';
import type { PreparedPost, SavePostError } from '../editing-contract.ts';
import {
  type FetchImage,
  findStoredImage,
  type ImageError,
  type ImageStoreDeps,
  imageIdFromUrl,
  storeImage,
} from '../images.ts';
import { limitMarkup, sanitizeContent } from '../sanitize-content.ts';

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

export interface ImageImporter {
  store(bytes: Uint8Array): Promise<Result<StoredImage, ImageError>>;
  find(id: string): Promise<StoredImage | null>;
  fetchImage: FetchImage | null;
}

interface ImageTag {
  /** Offsets of the tag in the HTML; `end` is exclusive. */
  start: number;
  end: number;
  src: string;
  alt: string;
}

/** An external image that can't be fetched becomes a link, so that readers make no third-party requests. */
export async function importImages(
  input: string,
  importer: ImageImporter,
): Promise<Result<string, ImageError & { index: number }>> {
  const html = limitMarkup(input);
  let output = '';
  let position = 0;
  for (const [index, image] of findImageTags(html).entries()) {
    const result = await importImage(image.src, importer);
    if (!result.ok) return fail({ ...result.error, index });
    output +=
      html.slice(position, image.start) +
      (result.value ? renderImageTag(result.value, image) : renderLink(image));
    position = image.end;
  }
  return ok(output + html.slice(position));
}

/** A stream parser, because a tree of thousands of nested elements can't be walked. */
function findImageTags(html: string): ImageTag[] {
  const images: ImageTag[] = [];
  const parser = new Parser({
    onopentag(name, { src = '', alt = '' }) {
      if (name !== 'img') return;
      images.push({ start: parser.startIndex, end: parser.endIndex + 1, src: src.trim(), alt });
    },
  });
  parser.end(html);
  return images;
}

export async function importImage(
  src: string,
  { store, find, fetchImage }: ImageImporter,
): Promise<Result<StoredImage | null, ImageError>> {
  if (/^data:/i.test(src)) return store(decodeDataUrl(src));
  const id = imageIdFromUrl(src);
  if (id) return ok(await find(id));
  const url = src.startsWith('//') ? `https:${src}` : src;
  if (!fetchImage || !/^https?:/i.test(url) || !URL.canParse(url)) return ok(null);
  const fetched = await fetchImage(url);
  const stored = fetched.ok ? await store(fetched.value) : fetched;
  return ok(stored.ok ? stored.value : null);
}

function decodeDataUrl(dataUrl: string): Uint8Array {
  const comma = dataUrl.indexOf(',');
  if (comma === -1) return new Uint8Array();
  const data = dataUrl.slice(comma + 1);
  // Buffer skips characters that are not base64, such as line breaks; the image decoder checks the result.
  if (/;\s*base64\s*$/i.test(dataUrl.slice(0, comma)))
    return Buffer.from(data.replaceAll('%2B', '+').replaceAll('%2F', '/'), 'base64');
  return Buffer.from(
    data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function renderImageTag({ src, width, height }: StoredImage, { alt }: ImageTag): string {
  return `<img src="${src}" alt="${escapeHtmlAttribute(alt)}" width="${width}" height="${height}">`;
}

function renderLink({ src, alt }: ImageTag): string {
  const isLinkable = /^(?:https?:)?\/\//i.test(src) || imageIdFromUrl(src) !== null;
  if (!isLinkable) return escapeHtml(alt);
  return `<a href="${escapeHtmlAttribute(src)}">${escapeHtml(alt.trim() === '' ? src : alt)}</a>`;
}
