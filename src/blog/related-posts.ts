import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, articleTag, post } from '#database/schema.ts';
import { type Post, type PostSummary, relatedPostsShown } from './contract.ts';
import { newestFirst, publishedIn } from './published-posts.ts';
import { readSummaries } from './read-posts.ts';
import { titleQueryOf, titleWordsOf } from './search-query.ts';

/** Of each kind of kinship: a large blog costs no more than a small one. */
const candidatesMost = 50;
const scores = { category: 3, tag: 2, titleWord: 1 };
/** Long titles in scripts without spaces share many pieces of the same words. */
const titleScoreMax = 3;

interface Candidate {
  id: string;
  articleId: string;
  title: string;
  categoryId: string | null;
  publishedAt: Date | null;
}

/** The closest by category, tags and title; of equally close ones the newest. */
export async function relatedPosts(queries: Queries, to: Post): Promise<PostSummary[]> {
  const words = titleWordsOf(to.locale, to.title);
  const tagIds = to.tags.map((tag) => tag.id);
  const candidates = await candidatesFor(queries, to, words);
  const sharedTags = await countSharedTags(queries, tagIds, [...candidates.keys()]);
  const scored = [...candidates.values()].map((candidate) => ({
    candidate,
    score:
      (to.category_id !== null && candidate.categoryId === to.category_id ? scores.category : 0) +
      (sharedTags.get(candidate.articleId) ?? 0) * scores.tag +
      titleScore(words, titleWordsOf(to.locale, candidate.title)),
  }));
  scored.sort((a, b) => b.score - a.score || newerFirst(a.candidate, b.candidate));
  return readSummaries(
    queries,
    scored.slice(0, relatedPostsShown).map(({ candidate }) => candidate.id),
  );
}

/** The newest of its category, of its tags and with its title's words, by article. */
async function candidatesFor(queries: Queries, to: Post, words: string[]): Promise<Map<string, Candidate>> {
  const kinds: SQL[] = [];
  if (to.category_id !== null) kinds.push(eq(article.categoryId, to.category_id));
  if (to.tags.length > 0) {
    const tagIds = to.tags.map((tag) => tag.id);
    const tagged = queries
      .select({ id: articleTag.articleId })
      .from(articleTag)
      .where(inArray(articleTag.tagId, tagIds));
    kinds.push(inArray(post.articleId, tagged));
  }
  const titleQuery = titleQueryOf(to.locale, words);
  if (titleQuery) kinds.push(sql`${post.search} @@ ${titleQuery}::text::tsquery`);

  const candidates = new Map<string, Candidate>();
  for (const kind of kinds) {
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
      .where(and(publishedIn(to.locale), ne(post.articleId, to.article_id), kind))
      .orderBy(...newestFirst)
      .limit(candidatesMost);
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

function titleScore(words: string[], others: string[]): number {
  const shared = words.filter((word) => others.includes(word)).length;
  return Math.min(shared * scores.titleWord, titleScoreMax);
}

function newerFirst(a: Candidate, b: Candidate): number {
  return (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0) || (a.id < b.id ? 1 : -1);
}
