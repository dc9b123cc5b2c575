import { textDigest } from '#blog/text-digest.ts';
import type { post } from '#database/schema.ts';
import type { TranslationFields } from './contract.ts';

type Row = Parameters<typeof textDigest>[0];

/** The digest that the row will have once these fields are saved. */
export function fieldsDigest(fields: TranslationFields): string {
  return textDigest({
    ...{ title: fields.title, excerpt: fields.excerpt, content: fields.content },
    coverAlt: fields.featured_image_alt,
    ...{ seoTitle: fields.seo_title, seoDescription: fields.seo_description },
    seoKeywords: fields.seo_keywords,
  });
}

export function toTranslationFields(row: Pick<typeof post.$inferSelect, keyof Row>): TranslationFields {
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
