import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
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
}

export async function findRelatedPosts(queries: Queries, target: Post): Promise<PostSummary[]> {
  const terms = extractTitleTerms(target.locale, target.title);
  const tagIds = target.tags.map((tag) => tag.id);
  const candidates = await findCandidates(queries, target, terms);
  const sharedTags = await countSharedTags(queries, tagIds, [...candidates.keys()]);
  const scored = [...candidates.values()].map((candidate) => ({
    candidate,
    score:
      (target.category_id !== null && candidate.categoryId === target.category_id ? scores.category : 0) +
      (sharedTags.get(candidate.articleId) ?? 0) * scores.tag +
      scoreTitle(terms, extractTitleTerms(target.locale, candidate.title)),
  }));
  scored.sort((a, b) => b.score - a.score || compareNewestFirst(a.candidate, b.candidate));
  return readPostSummaries(
    queries,
    scored.slice(0, relatedPostsCount).map(({ candidate }) => candidate.id),
  );
}

async function findCandidates(
  queries: Queries,
  target: Post,
  terms: string[],
): Promise<Map<string, Candidate>> {
  const criteria: SQL[] = [];
  if (target.category_id !== null) criteria.push(eq(article.categoryId, target.category_id));
  if (target.tags.length > 0) {
    const tagIds = target.tags.map((tag) => tag.id);
    const tagged = queries
      .select({ id: articleTag.articleId })
      .from(articleTag)
      .where(inArray(articleTag.tagId, tagIds));
    criteria.push(inArray(post.articleId, tagged));
  }
  const titleQuery = buildTitleTsquery(target.locale, terms);
  if (titleQuery) criteria.push(sql`${post.search} @@ ${titleQuery}::text::tsquery`);

  const candidates = new Map<string, Candidate>();
  for (const criterion of criteria) {
    const rows = await queries
      .select({
        id: post.id,
        articleId: post.articleId,
        title: post.title,
        categoryId: article.categoryId,
        publishedAt: post.publishedAt,
      })
      .from(post)
      .innerJoin(article, eq(article.id, post.articleId))
      .where(and(publishedIn(target.locale), ne(post.articleId, target.article_id), criterion))
      .orderBy(...newestFirst)
      .limit(candidatesMax);
    for (const row of rows) candidates.set(row.articleId, row);
  }
  return candidates;
}

async function countSharedTags(
  queries: Queries,
  tagIds: string[],
  articleIds: string[],
): Promise<Map<string, number>> {
  if (tagIds.length === 0 || articleIds.length === 0) return new Map();
  const rows = await queries
    .select({ articleId: articleTag.articleId, shared: sql<number>`count(*)::int` })
    .from(articleTag)
    .where(and(inArray(articleTag.tagId, tagIds), inArray(articleTag.articleId, articleIds)))
    .groupBy(articleTag.articleId);
  return new Map(rows.map((row) => [row.articleId, row.shared]));
}

function scoreTitle(terms: string[], otherTerms: string[]): number {
  const shared = terms.filter((term) => otherTerms.includes(term)).length;
  return Math.min(shared * scores.titleTerm, titleScoreMax);
}

function compareNewestFirst(a: Candidate, b: Candidate): number {
  return (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1);
}
