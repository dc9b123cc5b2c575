import { and, inArray } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { post } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Sibling } from './contract.ts';
import { pageOfAll } from './deep-pages.ts';
import type { PostCounts } from './post-counts.ts';
import { newestFirst, publishedIn, type Range } from './published-posts.ts';
import { siblingsOfAll } from './siblings.ts';

/** Published posts of a language, the newest first, each as all published posts of its article. */
export async function listClusters(
  queries: Queries,
  counts: PostCounts,
  locale: Locale,
  range: Range,
): Promise<Sibling[][]> {
  const ids = await pageOfAll(queries, counts, locale, range);
  if (ids.length === 0) return [];
  const rows = await queries
    .select({ articleId: post.articleId })
    .from(post)
    .where(and(inArray(post.id, ids), publishedIn(locale)))
    .orderBy(...newestFirst);
  const articleIds = rows.map((row) => row.articleId);
  const clusters = await siblingsOfAll(queries, articleIds);
  return articleIds.map((id) => clusters.get(id) ?? []);
}
