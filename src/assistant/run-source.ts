import type { TranslatablePost, TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { joinFields, splitFields, type TextFields } from './block-fields.ts';
import { joinHtml } from './join-text.ts';
import type { InternalLink } from './own-link.ts';
import { type SplitHtml, splitHtml } from './split-text.ts';
import type { TranslationBlock } from './translation-block.ts';

/** Snapshot of the original when the run was started. */
export type RunSource = TranslationFields & { slug: string };

export interface PostBlocks {
  html: string;
  fields: TextFields;
  split: SplitHtml;
  blocks: TranslationBlock[];
}

export function toRunSource({ fields }: TranslatablePost): RunSource {
  return { ...pickTranslationFields(fields), slug: fields.slug };
}

export function pickTranslationFields(fields: TranslationFields): TranslationFields {
  const { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords } = fields;
  return { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords };
}

export function splitPostText(texts: TranslationFields, locale: Locale): PostBlocks {
  const { title, excerpt, featured_image_alt, seo_keywords } = texts;
  const fields: TextFields = {
    ...{ title, excerpt, featured_image_alt, seo_keywords },
    seo_title: texts.seo_title ?? '',
    seo_description: texts.seo_description ?? '',
  };
  const split = splitHtml(texts.content, locale);
  return { html: texts.content, fields, split, blocks: [...splitFields(fields), ...split.blocks] };
}

export function joinPostText(
  { fields, split }: PostBlocks,
  texts: ReadonlyMap<string, string>,
  to: Locale,
  localizedUrls: ReadonlyMap<string, string>,
  htmlByBlock: ReadonlyMap<string, string> = new Map(),
): TranslationFields {
  const joined = joinFields(fields, texts);
  const urlFor = ({ href }: InternalLink) => localizedUrls.get(href) ?? null;
  return {
    ...joined,
    seo_title: joined.seo_title || null,
    seo_description: joined.seo_description || null,
    content: joinHtml(split, texts, { to, urlFor, htmlByBlock }),
  };
}
