import type { post } from '#database/schema.ts';
import type { TranslationFields } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';

type Row = Parameters<DeskTools['textDigest']>[0];

/** Of texts as the editor has them: what the row's digest will be once they are in it. */
export function digestOf({ textDigest }: Pick<DeskTools, 'textDigest'>, fields: TranslationFields): string {
  return textDigest({
    ...{ title: fields.title, excerpt: fields.excerpt, content: fields.content },
    coverAlt: fields.featured_image_alt,
    ...{ seoTitle: fields.seo_title, seoDescription: fields.seo_description },
    seoKeywords: fields.seo_keywords,
  });
}

/** A row's texts by the names that the editor, and a working copy, have for them. */
export function textsOf(row: Pick<typeof post.$inferSelect, keyof Row>): TranslationFields {
  return {
    title: row.title,
    excerpt: row.excerpt,
    content: row.content,
    featured_image_alt: row.coverAlt,
    seo_title: row.seoTitle,
    seo_description: row.seoDescription,
    seo_keywords: row.seoKeywords,
  };
}
