import { excerptFallbackLength, suggestionLimits } from '#ai/contract.ts';
import type { TranslationFields } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import type { InternalLink } from '../internal-links.ts';
import {
  type BlockKind,
  createPlainBlock,
  isTranslatable,
  plainBlockText,
  type TranslationBlock,
} from './block.ts';
import { joinHtml } from './join-html.ts';
import { type SplitHtml, splitHtml } from './split-html.ts';

type TextFields = {
  [Name in Exclude<keyof TranslationFields, 'content'>]: NonNullable<TranslationFields[Name]>;
};

const fieldKinds: Record<Exclude<keyof TextFields, 'seo_keywords'>, { kind: BlockKind; most: number }> = {
  title: { kind: 'title', most: 150 },
  excerpt: { kind: 'excerpt', most: excerptFallbackLength },
  seo_title: { kind: 'search title', most: suggestionLimits.seoTitle },
  seo_description: { kind: 'search description', most: suggestionLimits.seoDescription },
  featured_image_alt: { kind: 'picture description', most: 300 },
};
export const fieldNames = Object.keys(fieldKinds) as (keyof typeof fieldKinds)[];

/** Block ids are field names; each keyword is a block. Fields without words are left out. */
export function splitFields(fields: Partial<TextFields>): TranslationBlock[] {
  const single = fieldNames.map((name) => toBlock(name, fields[name] ?? '', fieldKinds[name]));
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

export function pickTranslationFields(fields: TranslationFields): TranslationFields {
  const { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords } = fields;
  return { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords };
}

export function splitPostText(texts: TranslationFields, locale: Locale): PostBlocks {
  const { content: html, seo_title, seo_description, ...others } = pickTranslationFields(texts);
  const fields = { ...others, seo_title: seo_title ?? '', seo_description: seo_description ?? '' };
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
    seo_title: joined.seo_title || null,
    seo_description: joined.seo_description || null,
    content: joinHtml(split, texts, { to, urlFor, htmlByBlock }),
  };
}
