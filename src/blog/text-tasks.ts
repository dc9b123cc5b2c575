import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Parser } from 'htmlparser2';
import { renderContent } from '#content/render-content.ts';
import { limitMarkup, plainText, sanitizeContent } from '#content/sanitize-content.ts';
import type { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { isWellFormedJson, type JsonLimits, parseStrictJson } from '#platform/json.ts';
import { createWorkerThread } from '#platform/worker-thread.ts';
import { textBytesMax } from './contract.ts';
import type { TranslationFields } from './editing-contract.ts';
import { buildSearchColumns } from './search.ts';
import { mapNames, type PostTextName, postTextNames, postTexts } from './texts-contract.ts';

/** In characters or bytes. Up to these sizes, no input takes more than some 50 ms. */
const inlineMax: Record<keyof TextTasks, number> = {
  parseJson: 1_000_000,
  digestJson: 1_000_000,
  readImageSource: 1_000_000,
  extractImages: 200_000,
  prepareText: 30_000,
  deriveText: 30_000,
  renderContent: 100_000,
};

/** Next to this module, and in the build next to the bundle that has it. */
const workerFile = `text-worker${extname(import.meta.url)}`;

const runInWorker = createWorkerThread<TextTask, unknown>(new URL(workerFile, import.meta.url), {
  jobMs: 60_000,
  heapMb: 512,
  idleMs: 60_000,
});

/** Rejects with `WorkerLimitError` if the task takes too much time or memory. `size` is the size of `input`. */
export async function runTextTask<Name extends keyof TextTasks>(
  name: Name,
  input: TextTask<Name>['input'],
  size: number,
): Promise<ReturnType<TextTasks[Name]>> {
  const output =
    size <= inlineMax[name] ? textTasks[name](input as never) : await runInWorker({ name, input });
  return output as ReturnType<TextTasks[Name]>;
}

export interface ImageSource {
  /** Empty for an inline image. */
  src: string;
  bytes?: Uint8Array<ArrayBuffer>;
}

export interface HtmlImage extends ImageSource {
  alt: string;
  /** The HTML between the previous image and this one. */
  before: string;
}

/** Each takes as long as its input is large, so large inputs run in the worker. */
export const textTasks = {
  parseJson,
  digestJson,
  extractImages,
  readImageSource,
  prepareText,
  deriveText,
  renderContent,
};

type TextTasks = typeof textTasks;
export interface TextTask<Name extends keyof TextTasks = keyof TextTasks> {
  name: Name;
  input: Parameters<TextTasks[Name]>[0];
}

function parseJson({
  bytes,
  limits,
  isUnicodeChecked = false,
}: {
  bytes: Uint8Array;
  limits?: JsonLimits;
  isUnicodeChecked?: boolean;
}): unknown {
  const json = new TextDecoder().decode(bytes);
  const value = parseStrictJson(json, limits);
  return value !== undefined && isUnicodeChecked && !isWellFormedJson(json) ? undefined : value;
}

function digestJson(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** null if the HTML is too long without its inline images. */
function extractImages(input: string): { images: HtmlImage[]; rest: string } | null {
  // Rejects most long texts without parsing them.
  if (isTooLong(input.replace(/data:[^"'<>]*/gi, ''))) return null;
  const html = limitMarkup(input);
  const images: HtmlImage[] = [];
  let position = 0;
  let inlineBytes = 0;
  // A stream parser, because a tree of thousands of nested elements can't be walked.
  const parser = new Parser({
    onopentag(name, { src = '', alt = '' }) {
      if (name !== 'img') return;
      const source = readImageSource(src.trim());
      if (source.bytes) inlineBytes += Buffer.byteLength(src);
      images.push({ ...source, alt, before: html.slice(position, parser.startIndex) });
      position = parser.endIndex + 1;
    },
  });
  parser.end(html);
  if (Buffer.byteLength(input) - inlineBytes > textBytesMax) return null;
  return { images, rest: html.slice(position) };
}

function readImageSource(src: string): ImageSource {
  return /^data:/i.test(src) ? { src: '', bytes: decodeDataUrl(src) } : { src };
}

function decodeDataUrl(dataUrl: string): Uint8Array<ArrayBuffer> {
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

/** Sanitizes the content. null if it is then too long to be saved again. */
function prepareText(fields: TextFields): DerivedText | null {
  const content = sanitizeContent(fields.content);
  return isTooLong(content) ? null : deriveText({ ...fields, content });
}

function isTooLong(html: string): boolean {
  return Buffer.byteLength(html) > textBytesMax;
}

type TextFields = TranslationFields & { locale: Locale };

/** Enough to detect the language. */
const openingLength = 100_000;

/** What derives from the text of a post. `fields` says from which. */
export interface DerivedText {
  fields: TextFields;
  columns: Pick<typeof post.$inferInsert, 'textDigest' | 'readTimeMinutes' | 'searchText' | 'search'>;
  opening: string;
}

function deriveText(fields: TextFields): DerivedText {
  const { locale, title, content } = fields;
  const text = plainText(content);
  const searchedNames = postTextNames.filter((name) => 'isSearched' in postTexts[name]);
  const searched = searchedNames.map((name) => fields[name]).join('\n');
  const { search, search_text: searchText } = buildSearchColumns(locale, { title, excerpt: searched, text });
  const readTimeMinutes = readingMinutes(countWords(text));
  return {
    fields,
    columns: { textDigest: textDigest(fields), readTimeMinutes, searchText, search },
    opening: text.slice(0, openingLength),
  };
}

/** Omitted fields come from `before`. */
export function mergeTextFields(
  changed: { [Field in keyof TranslationFields]?: TranslationFields[Field] | undefined } & { locale: Locale },
  before: TranslationFields | null,
): TextFields {
  const texts = mapNames(postTextNames, (name) =>
    changed[name] === undefined ? (before?.[name] ?? postTexts[name].empty) : normalize(name, changed[name]),
  );
  return { locale: changed.locale, ...(texts as TranslationFields) };
}

function normalize(name: PostTextName, text: TranslationFields[PostTextName]) {
  return postTexts[name].normalize(text as never);
}

/** A translation is outdated once the digest of its source has changed. A text that is added later doesn't change it. */
export function textDigest(fields: TranslationFields): string {
  const normalizedTexts = postTextNames.map((name) => normalize(name, fields[name]));
  const last = normalizedTexts.findLastIndex((text) => text !== null);
  const serialized = JSON.stringify(normalizedTexts.slice(0, last + 1));
  return createHash('sha256').update(serialized).digest('hex').slice(0, 32);
}
