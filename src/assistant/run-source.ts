import type { TranslatedPost, TranslationFields } from '#desk/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { fieldBlocks, joinFields, type TranslatedFields } from './block-fields.ts';
import { joinText } from './join-text.ts';
import type { OwnLink } from './own-link.ts';
import { type SplitText, splitText } from './split-text.ts';
import type { TranslationBlock } from './translation-block.ts';

/** The original of a run, as it was when it began. */
export type RunSource = TranslationFields & { slug: string };

/** A text of a post in blocks: fields first, then the content. */
export interface RunText {
  html: string;
  fields: TranslatedFields;
  split: SplitText;
  blocks: TranslationBlock[];
}

export function sourceOf({ fields }: TranslatedPost): RunSource {
  return { ...textsOf(fields), slug: fields.slug };
}

export function textsOf(fields: TranslationFields): TranslationFields {
  const { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords } = fields;
  return { title, excerpt, content, featured_image_alt, seo_title, seo_description, seo_keywords };
}

export function takeApart(texts: TranslationFields, locale: Locale): RunText {
  const { title, excerpt, featured_image_alt, seo_keywords } = texts;
  const fields: TranslatedFields = {
    ...{ title, excerpt, featured_image_alt, seo_keywords },
    seo_title: texts.seo_title ?? '',
    seo_description: texts.seo_description ?? '',
  };
  const split = splitText(texts.content, locale);
  return { html: texts.content, fields, split, blocks: [...fieldBlocks(fields), ...split.blocks] };
}

/** The text with these in place of its blocks. */
export function putTogether(
  { fields, split }: RunText,
  texts: ReadonlyMap<string, string>,
  to: Locale,
  addresses: ReadonlyMap<string, string>,
  asTheyStand: ReadonlyMap<string, string> = new Map(),
): TranslationFields {
  const joined = joinFields(fields, texts);
  const addressOf = ({ href }: OwnLink) => addresses.get(href) ?? null;
  return {
    ...joined,
    seo_title: joined.seo_title || null,
    seo_description: joined.seo_description || null,
    content: joinText(split, texts, { to, addressOf, asTheyStand }),
  };
}
