import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queries } from '#database/database.ts';
import { inIds } from '#database/in-ids.ts';
import { article, articleTag, post } from '#database/schema.ts';
import { type Post, type PostSummary, relatedPostsCount } from '../contract.ts';
import { readPostSummaries } from '../read-posts.ts';
import { buildTitleTsquery, extractTitleTerms } from '../search.ts';
import { newestFirst, publishedIn } from './list-posts.ts';

const candidatesMax = 50;
const scores = { category: 3, tag: 2, titleTerm: 1 };
/** Long titles in scripts without spaces share many n-grams of the same words. */
const titleScoreMax = 3;

interface Candidate {
  id: string;
  articleId: string;
  title: string;
  categoryId: string | null;
  publishedAt: Date | null;
  sharedTags: number;
}

export async function findRelatedPosts(queries: Queries, target: Post): Promise<PostSummary[]> {
  const terms = extractTitleTerms(target.locale, target.title);
  const candidates = await findCandidates(queries, target, terms);
  const scored = candidates.map((candidate) => ({
    candidate,
    score:
      (target.category_id !== null && candidate.categoryId === target.category_id ? scores.category : 0) +
      candidate.sharedTags * scores.tag +
      scoreTitle(terms, extractTitleTerms(target.locale, candidate.title)),
  }));
  scored.sort((a, b) => b.score - a.score || compareNewestFirst(a.candidate, b.candidate));
  return readPostSummaries(
    queries,
    scored.slice(0, relatedPostsCount).map(({ candidate }) => candidate.id),
  );
}

/** The newest posts by each criterion, in one query. */
async function findCandidates(queries: Queries, target: Post, terms: string[]): Promise<Candidate[]> {
  const tagIds = target.tags.map((tag) => tag.id);
  const criteria: SQL[] = [];
  if (target.category_id !== null) criteria.push(eq(article.categoryId, target.category_id));
  if (tagIds.length > 0) {
    const tagged = queries
      .select({ id: articleTag.articleId })
      .from(articleTag)
      .where(inIds(articleTag.tagId, tagIds));
    criteria.push(inArray(post.articleId, tagged));
  }
  const titleQuery = buildTitleTsquery(target.locale, terms);
  if (titleQuery) criteria.push(sql`${post.search} @@ ${titleQuery}::text::tsquery`);

  const sharedTags = queries
    .select({ count: sql`count(*)::int` })
    .from(articleTag)
    .where(and(eq(articleTag.articleId, post.articleId), inIds(articleTag.tagId, tagIds)));
  const columns = {
    id: post.id,
    articleId: post.articleId,
    title: post.title,
    categoryId: article.categoryId,
    publishedAt: post.publishedAt,
    sharedTags: sql<number>`(${sharedTags})`,
  };
  const [first, second, ...others] = criteria.map((criterion) =>
    queries
      .select(columns)
      .from(post)
      .innerJoin(article, eq(article.id, post.articleId))
      .where(and(publishedIn(target.locale), ne(post.articleId, target.article_id), criterion))
      .orderBy(...newestFirst)
      .limit(candidatesMax),
  );
  if (!first) return [];
  const rows = await (second ? unionAll(first, second, ...others) : first);
  return [...new Map(rows.map((row) => [row.articleId, row])).values()];
}

function scoreTitle(terms: string[], otherTerms: string[]): number {
  const shared = terms.filter((term) => otherTerms.includes(term)).length;
  return Math.min(shared * scores.titleTerm, titleScoreMax);
}

function compareNewestFirst(a: Candidate, b: Candidate): number {
  return (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1);
}
