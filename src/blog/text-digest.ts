import { createHash } from 'node:crypto';
import type { post } from '#database/schema.ts';
import { normalizeKeywords, normalizeLine, normalizeLineOrNull, normalizeText } from './sound-text.ts';

type Texts = Pick<
  typeof post.$inferSelect,
  'title' | 'excerpt' | 'content' | 'coverAlt' | 'seoTitle' | 'seoDescription' | 'seoKeywords'
>;

/**
 * A translation is outdated once the digest of its source has changed. A row and the editor's input for it
 * have the same digest.
 */
export function textDigest(texts: Texts): string {
  const { title, excerpt, content, coverAlt, seoTitle, seoDescription, seoKeywords } = texts;
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...[normalizeLine(title), normalizeText(excerpt), content, normalizeLine(coverAlt)],
        ...[
          normalizeLineOrNull(seoTitle),
          normalizeLineOrNull(seoDescription),
          normalizeKeywords(seoKeywords),
        ],
      ]),
    )
    .digest('hex')
    .slice(0, 32);
}
