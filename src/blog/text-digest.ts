import { createHash } from 'node:crypto';
import type { post } from '#database/schema.ts';
import { soundLine, soundLineOrNull, soundText, soundWords } from './sound-text.ts';

/** What of a post is translated. */
type Texts = Pick<
  typeof post.$inferSelect,
  'title' | 'excerpt' | 'content' | 'coverAlt' | 'seoTitle' | 'seoDescription' | 'seoKeywords'
>;

/**
 * Of all that is translated: a translation whose original has another one now is out of date. The same for a row and
 * for what was typed that will become it.
 */
export function textDigest(texts: Texts): string {
  const { title, excerpt, content, coverAlt, seoTitle, seoDescription, seoKeywords } = texts;
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...[soundLine(title), soundText(excerpt), content, soundLine(coverAlt)],
        ...[soundLineOrNull(seoTitle), soundLineOrNull(seoDescription), soundWords(seoKeywords)],
      ]),
    )
    .digest('hex')
    .slice(0, 32);
}
