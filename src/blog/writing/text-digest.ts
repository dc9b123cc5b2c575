import { createHash } from 'node:crypto';
import type { post } from '#database/schema.ts';
import {
  normalizeKeywords,
  normalizeLine,
  normalizeLineOrNull,
  normalizeText,
} from '#platform/normalize-text.ts';
import type { TranslationFields } from '../editing-contract.ts';

type Texts = Pick<
  typeof post.$inferSelect,
  'title' | 'excerpt' | 'content' | 'coverAlt' | 'seoTitle' | 'seoDescription' | 'seoKeywords'
>;

/** A translation is outdated once the digest of its source has changed. */
export function textDigest(texts: Texts): string {
  const { title, excerpt, content, coverAlt, seoTitle, seoDescription, seoKeywords } = texts;
  return createHash('sha256')
    .update(
      JSON.stringify([
        normalizeLine(title),
        normalizeText(excerpt),
        content,
        normalizeLine(coverAlt),
        normalizeLineOrNull(seoTitle),
        normalizeLineOrNull(seoDescription),
        normalizeKeywords(seoKeywords),
      ]),
    )
    .digest('hex')
    .slice(0, 32);
}

type Row = Parameters<typeof textDigest>[0];

export function fieldsDigest(fields: TranslationFields): string {
  return textDigest({
    title: fields.title,
    excerpt: fields.excerpt,
    content: fields.content,
    coverAlt: fields.featured_image_alt,
    seoTitle: fields.seo_title,
    seoDescription: fields.seo_description,
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
