import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, articleTag, category, post, tag } from '#database/schema.ts';
import type { ListQuery } from './contract.ts';
import { normalizeUnicode } from './search-words.ts';

/** Filters by category and tag slug; undefined without either, `nothing` if one does not exist. */
export async function buildTaxonomyFilter(
  queries: Queries,
  query: Pick<ListQuery, 'category' | 'tag'>,
): Promise<SQL | undefined | 'nothing'> {
  const conditions: SQL[] = [];
  if (query.category !== '') {
    const bySlug = eq(category.slug, normalizeUnicode(query.category));
    const [found] = await queries.select({ id: category.id }).from(category).where(bySlug);
    if (!found) return 'nothing';
    const articles = queries.select({ id: article.id }).from(article).where(eq(article.categoryId, found.id));
    conditions.push(inArray(post.articleId, articles));
  }
  if (query.tag !== '') {
    const [found] = await queries
      .select({ id: tag.id })
      .from(tag)
      .where(eq(tag.slug, normalizeUnicode(query.tag)));
    if (!found) return 'nothing';
    const articles = queries
      .select({ id: articleTag.articleId })
      .from(articleTag)
      .where(eq(articleTag.tagId, found.id));
    conditions.push(inArray(post.articleId, articles));
  }
  return and(...conditions);
}
