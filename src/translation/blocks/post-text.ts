import { hasSameTags, parseBlockText, plainBlockText } from '#ai/block-text-contract.ts';
import { excerptFallbackLength, suggestionLimits } from '#ai/contract.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import {
  mapNames,
  optionalTextNames,
  type PostTextName,
  pickPostTexts,
  postTextNames,
  postTexts,
} from '#blog/texts-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { escapeHtml, escapeHtmlAttribute } from '#platform/escape-html.ts';
import { translatableLimits } from '../contract.ts';
import type { InternalLink } from '../internal-links.ts';
import { type BlockKind, createPlainBlock, isTranslatable, type TranslationBlock } from './block.ts';
import { type SkeletonPart, type SplitBlock, type SplitHtml, splitHtml } from './split-html.ts';

type TextFields = {
  [Name in Exclude<keyof TranslationFields, 'content'>]: NonNullable<TranslationFields[Name]>;
};

type FieldName = Exclude<keyof TextFields, 'seo_keywords'>;

/** In the order of blocks. Any further field is a block of its own name. */
const fieldKinds: { [Name in FieldName]?: { kind: BlockKind; most: number } } = {
  title: { kind: 'title', most: 150 },
  excerpt: { kind: 'excerpt', most: excerptFallbackLength },
  seo_title: { kind: 'search title', most: suggestionLimits.seoTitle },
  seo_description: { kind: 'search description', most: suggestionLimits.seoDescription },
  featured_image_alt: { kind: 'picture description', most: 300 },
};
const namesInOrder = new Set([...Object.keys(fieldKinds), ...postTextNames] as PostTextName[]);
export const fieldNames = [...namesInOrder].filter((name) => name !== 'content' && name !== 'seo_keywords');

/** Block ids are field names; each keyword is a block. Fields without words are left out. */
export function splitFields(fields: Partial<TextFields>): TranslationBlock[] {
  const single = fieldNames.map((name) =>
    toBlock(name, fields[name] ?? '', fieldKinds[name] ?? { kind: name, most: postTexts[name].lengthMax }),
  );
  const terms = (fields.seo_keywords ?? []).map((term, index) =>
    toBlock(toKeywordId(index), term, { kind: 'search term', most: suggestionLimits.keyword }),
  );
  return [...single, ...terms].filter((block) => block !== null);
}

export function joinFields<F extends Partial<TextFields>>(fields: F, texts: ReadonlyMap<string, string>): F {
  const joined: F = { ...fields };
  for (const name of fieldNames) {
    const text = texts.get(name);
    if (text !== undefined && fields[name] !== undefined)
      Object.assign(joined, { [name]: plainBlockText(text) });
  }
  if (fields.seo_keywords)
    joined.seo_keywords = fields.seo_keywords.map((term, index) => {
      const text = texts.get(toKeywordId(index));
      return text === undefined ? term : plainBlockText(text);
    });
  return joined;
}

export function isKeywordBlock({ id }: Pick<TranslationBlock, 'id'>): boolean {
  return id.startsWith('seo_keyword_');
}

const toKeywordId = (index: number) => `seo_keyword_${index + 1}`;

/** A source longer than the limit may be translated at the same length. */
function toBlock(
  id: string,
  text: string,
  { kind, most }: { kind: BlockKind; most: number },
): TranslationBlock | null {
  if (!isTranslatable(text)) return null;
  return createPlainBlock({ id, kind, text, most: Math.max(most, text.length) });
}

/** The original when the run was started. */
export type RunSource = TranslationFields & { slug: string };

export interface PostBlocks {
  html: string;
  fields: TextFields;
  split: SplitHtml;
  blocks: TranslationBlock[];
}

/** Splitting and comparing longer texts would hold the process. */
export function isTooLongToTranslate({ content }: Pick<TranslationFields, 'content'>): boolean {
  if (content.length > translatableLimits.characters) return true;
  let tags = 0;
  for (let at = content.indexOf('<'); at >= 0; at = content.indexOf('<', at + 1)) tags += 1;
  return tags > translatableLimits.tags;
}

export function splitPostText(texts: TranslationFields, locale: Locale): PostBlocks {
  const { content: html, ...others } = pickPostTexts(texts);
  const fields = { ...others, ...mapNames(optionalTextNames, (name) => others[name] ?? '') };
  const split = splitHtml(html, locale);
  return { html, fields, split, blocks: [...splitFields(fields), ...split.blocks] };
}

interface JoinPostOptions {
  to: Locale;
  /** By the URL in the source. */
  localizedUrls?: ReadonlyMap<string, string>;
  htmlByBlock?: ReadonlyMap<string, string>;
}

export function joinPostText(
  { fields, split }: PostBlocks,
  texts: ReadonlyMap<string, string>,
  { to, localizedUrls, htmlByBlock = new Map() }: JoinPostOptions,
): TranslationFields {
  const joined = joinFields(fields, texts);
  const urlFor = ({ href }: InternalLink) => localizedUrls?.get(href) ?? null;
  return {
    ...joined,
    ...mapNames(optionalTextNames, (name) => joined[name] || null),
    content: joinHtml(split, texts, { to, urlFor, htmlByBlock }),
  };
}

interface JoinHtmlOptions {
  to: Locale;
  /** null leaves the link unchanged. */
  urlFor?: (link: InternalLink) => string | null;
  htmlByBlock?: ReadonlyMap<string, string>;
}

/** A block without a translation, or with different tags in it, keeps its source. */
export function joinHtml(
  split: SplitHtml,
  texts: ReadonlyMap<string, string>,
  options: JoinHtmlOptions,
): string {
  return createPartWriter(split, texts, options)(split.skeleton);
}

function createPartWriter(
  { from, blocks }: SplitHtml,
  texts: ReadonlyMap<string, string>,
  { to, urlFor = () => null, htmlByBlock = new Map() }: JoinHtmlOptions,
): (parts: readonly SkeletonPart[]) => string {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  return (parts) => write(parts, from !== to && texts.size > 0);

  function write(parts: readonly SkeletonPart[], isTranslated: boolean): string {
    return parts.map((part) => writePart(part, isTranslated)).join('');
  }

  function writePart(part: SkeletonPart, isTranslated: boolean): string {
    if (typeof part === 'string') return part;
    if ('lang' in part) return isTranslated ? `lang="${localeTags[to]}"` : part.lang;
    if ('link' in part) {
      const url = urlFor(part.link);
      return url === null ? part.raw : `href="${escapeHtmlAttribute(url)}"`;
    }
    const block = byId.get(part.block);
    if (!block) throw new Error(`unknown block in the skeleton: ${part.block}`);
    return writeBlock(block);
  }

  function writeBlock(block: SplitBlock): string {
    const html = htmlByBlock.get(block.id);
    return html ?? writeText(block);
  }

  function writeText(block: SplitBlock): string {
    const text = texts.get(block.id);
    if (text === undefined || text === block.text || !hasSameTags(text, block.text))
      return write(block.source, false);
    if (block.attribute !== null) return `${block.attribute}="${escapeHtmlAttribute(plainBlockText(text))}"`;
    let lockedIn = 0;
    let html = '';
    for (const piece of parseBlockText(text)) {
      if (piece.kind === 'text') {
        if (lockedIn === 0) html += escapeHtml(piece.text);
        continue;
      }
      const tag = block.tags[piece.number - 1];
      const isLocked = block.locked.includes(piece.number);
      if (piece.kind === 'close') {
        if (isLocked) lockedIn = 0;
        else html += tag?.close ?? '';
        continue;
      }
      html += write(tag?.open ?? [], from !== to);
      if (piece.kind === 'open' && isLocked) lockedIn = piece.number;
    }
    return html;
  }
}

/** Returns the HTML of a block by its id. */
export function createBlockRenderer(
  split: SplitHtml,
  to: Locale,
  {
    texts = new Map(),
    urlFor,
  }: Pick<JoinHtmlOptions, 'urlFor'> & { texts?: ReadonlyMap<string, string> } = {},
): (id: string) => string {
  const write = createPartWriter(split, texts, { to, ...(urlFor && { urlFor }) });
  return (id) => write([{ block: id }]);
}
