import { and, inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { PublishedTranslation } from './contract.ts';
import { listPublishedIds } from './deep-pages.ts';
import type { CountCache } from './post-counts.ts';
import { newestFirst, type PageRange, publishedIn } from './published-posts.ts';
import { listTranslationsByArticle } from './siblings.ts';

export async function listTranslationGroups(
  queries: Queries,
  counts: CountCache,
  locale: Locale,
  range: PageRange,
): Promise<PublishedTranslation[][]> {
  const ids = await listPublishedIds(queries, counts, locale, range);
  if (ids.length === 0) return [];
  const rows = await queries
    .select({ articleId: post.articleId })
    .from(post)
    .where(and(inArray(post.id, ids), publishedIn(locale)))
    .orderBy(...newestFirst);
  const articleIds = rows.map((row) => row.articleId);
  const translationsByArticle = await listTranslationsByArticle(queries, articleIds);
  return articleIds.map((id) => translationsByArticle.get(id) ?? []);
}
