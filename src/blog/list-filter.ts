import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, articleTag, category, post, tag } from '#database/schema.ts';
import type { ListQuery } from './contract.ts';
import { storable } from './search-words.ts';

/** Category and tag by slug; undefined without either, `nothing` where one names what is not there. */
export async function filterOf(
  queries: Queries,
  query: Pick<ListQuery, 'category' | 'tag'>,
): Promise<SQL | undefined | 'nothing'> {
  const conditions: SQL[] = [];
  if (query.category !== '') {
    const bySlug = eq(category.slug, storable(query.category));
    const [found] = await queries.select({ id: category.id }).from(category).where(bySlug);
    if (!found) return 'nothing';
    const articles = queries.select({ id: article.id }).from(article).where(eq(article.categoryId, found.id));
    conditions.push(inArray(post.articleId, articles));
  }
  if (query.tag !== '') {
    const [found] = await queries
      .select({ id: tag.id })
      .from(tag)
      .where(eq(tag.slug, storable(query.tag)));
    if (!found) return 'nothing';
    const articles = queries
      .select({ id: articleTag.articleId })
      .from(articleTag)
      .where(eq(articleTag.tagId, found.id));
    conditions.push(inArray(post.articleId, articles));
  }
  return and(...conditions);
}
