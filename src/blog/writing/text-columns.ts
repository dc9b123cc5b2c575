import { createHash } from 'node:crypto';
import type { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import {
  normalizeKeywords,
  normalizeLine,
  normalizeLineOrNull,
  normalizeText,
} from '#platform/normalize-text.ts';
import type { PreparedPost, TranslationFields } from '../editing-contract.ts';
import { plainText, readingTimeMinutes } from '../plain-text.ts';
import type { StoredPost } from '../read-posts.ts';
import { buildSearchColumns } from '../search/search-index.ts';

/** The texts of a post, and what derives from them. */
export function buildTextColumns(
  prepared: PreparedPost,
  before: StoredPost | null,
  guessLanguage: (text: string) => Locale | null,
) {
  const { seo_title, seo_description, seo_keywords, featured_image_alt } = prepared;
  const { source_version, source_digest, source_locale } = prepared;
  const title = prepared.title === undefined ? (before?.title ?? '') : normalizeLine(prepared.title);
  const excerpt = prepared.excerpt === undefined ? (before?.excerpt ?? '') : normalizeText(prepared.excerpt);
  const content = prepared.content ?? before?.content ?? '';
  const texts = {
    title,
    excerpt,
    content,
    coverAlt: featured_image_alt === undefined ? (before?.coverAlt ?? '') : normalizeLine(featured_image_alt),
    seoTitle: seo_title === undefined ? (before?.seoTitle ?? null) : normalizeLineOrNull(seo_title),
    seoDescription:
      seo_description === undefined ? (before?.seoDescription ?? null) : normalizeLineOrNull(seo_description),
    seoKeywords: seo_keywords === undefined ? (before?.seoKeywords ?? []) : normalizeKeywords(seo_keywords),
  };
  const plain = plainText(content);
  const { search, search_text } = buildSearchColumns(prepared.locale, { title, excerpt, text: plain });
  return {
    ...texts,
    textDigest: textDigest(toTranslationFields(texts)),
    readTimeMinutes: readingTimeMinutes(content),
    searchText: search_text,
    search,
    origin: prepared.origin ?? resolveOrigin(),
    sourceVersion: source_version === undefined ? (before?.sourceVersion ?? null) : source_version,
    sourceDigest: source_digest === undefined ? (before?.sourceDigest ?? null) : source_digest,
    sourceLocale: source_locale === undefined ? (before?.sourceLocale ?? null) : source_locale,
  };

  /** An untranslated post counts as translated once its edited text is clearly in its own language. */
  function resolveOrigin(): StoredPost['origin'] {
    if (before?.origin !== 'untranslated') return before?.origin ?? 'human';
    const isWritten = before.title !== title || before.excerpt !== excerpt || before.content !== content;
    const isTranslated = isWritten && guessLanguage([title, excerpt, plain].join('\n')) === prepared.locale;
    return isTranslated ? 'mixed' : 'untranslated';
  }
}

/** A translation is outdated once the digest of its source has changed. */
export function textDigest(fields: TranslationFields): string {
  const normalizedTexts = [
    normalizeLine(fields.title),
    normalizeText(fields.excerpt),
    fields.content,
    normalizeLine(fields.featured_image_alt),
    normalizeLineOrNull(fields.seo_title),
    normalizeLineOrNull(fields.seo_description),
    normalizeKeywords(fields.seo_keywords),
  ];
  return createHash('sha256').update(JSON.stringify(normalizedTexts)).digest('hex').slice(0, 32);
}

type TextColumn =
  | 'title'
  | 'excerpt'
  | 'content'
  | 'coverAlt'
  | 'seoTitle'
  | 'seoDescription'
  | 'seoKeywords';

export function toTranslationFields(row: Pick<typeof post.$inferSelect, TextColumn>): TranslationFields {
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
