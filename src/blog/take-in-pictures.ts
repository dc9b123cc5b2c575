import { Parser } from 'htmlparser2';
import { fail, ok, type Result } from '#platform/result.ts';
import type { Picture } from './contract.ts';
import type { PictureError } from './encode-picture.ts';
import { limitMarkup } from './limit-markup.ts';
import { pictureIdOf } from './picture-address.ts';
import { escapeAttribute, escapeText } from './sound-text.ts';

/**
 * Fetches a picture of another site, within its own limits of time and size, or until the signal. Why it can't is for
 * the log alone.
 */
export type FetchPicture = (address: string, signal?: AbortSignal) => Promise<Result<Uint8Array, unknown>>;

export interface PictureIntake {
  store(bytes: Uint8Array): Promise<Result<Picture, PictureError>>;
  /** A stored picture by its id. */
  find(id: string): Promise<Picture | null>;
  fetchPicture: FetchPicture | null;
}

interface ImageTag {
  /** Where it begins in the text, and where what follows it does. */
  start: number;
  end: number;
  src: string;
  alt: string;
}

/**
 * HTML, not yet sanitised, with all its pictures on this site: those it carries inside are stored, those of other
 * sites fetched and stored. One that can't be fetched becomes a link, so that no reader's browser asks another site and
 * nothing is lost. An inside one that can't be read is an error; `index` counts all pictures from 0.
 */
export async function takeInPictures(
  given: string,
  intake: PictureIntake,
): Promise<Result<string, PictureError & { index: number }>> {
  const html = limitMarkup(given);
  let taken = '';
  let done = 0;
  for (const [index, image] of imagesIn(html).entries()) {
    const picture = await takeIn(image.src, intake);
    if (!picture.ok) return fail({ ...picture.error, index });
    taken += html.slice(done, image.start) + (picture.value ? pictureTag(picture.value, image) : link(image));
    done = image.end;
  }
  return ok(taken + html.slice(done));
}

/** Streamed: a tree of a text with thousands of nested elements could not be walked. */
function imagesIn(html: string): ImageTag[] {
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

/** null: it stays where it is. */
export async function takeIn(
  src: string,
  { store, find, fetchPicture }: PictureIntake,
): Promise<Result<Picture | null, PictureError>> {
  if (/^data:/i.test(src)) return store(bytesOf(src));
  const id = pictureIdOf(src);
  if (id) return ok(await find(id));
  const address = src.startsWith('//') ? `https:${src}` : src;
  if (!fetchPicture || !/^https?:/i.test(address) || !URL.canParse(address)) return ok(null);
  const fetched = await fetchPicture(address);
  const stored = fetched.ok ? await store(fetched.value) : fetched;
  return ok(stored.ok ? stored.value : null);
}

/** Empty where the address is broken: no picture either. */
function bytesOf(dataAddress: string): Uint8Array {
  const comma = dataAddress.indexOf(',');
  if (comma === -1) return new Uint8Array();
  const data = dataAddress.slice(comma + 1);
  // Buffer skips what is no base64, line ends and escapes too; the decoder of pictures then judges what is left.
  if (/;\s*base64\s*$/i.test(dataAddress.slice(0, comma)))
    return Buffer.from(data.replaceAll('%2B', '+').replaceAll('%2F', '/'), 'base64');
  return Buffer.from(
    data.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}

function pictureTag({ src, width, height }: Picture, { alt }: ImageTag): string {
  return `<img src="${src}" alt="${escapeAttribute(alt)}" width="${width}" height="${height}">`;
}

function link({ src, alt }: ImageTag): string {
  const isAddress = /^(?:https?:)?\/\//i.test(src) || pictureIdOf(src) !== null;
  if (!isAddress) return escapeText(alt);
  return `<a href="${escapeAttribute(src)}">${escapeText(alt.trim() === '' ? src : alt)}</a>`;
}
