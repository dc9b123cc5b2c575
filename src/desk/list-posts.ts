import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { PostList } from '#blog/contract.ts';
import { post, workingCopy } from '#database/schema.ts';
import { type DeskPost, type DeskQuery, deskPageSize } from './contract.ts';
import type { DeskTools } from './desk-tools.ts';
import { readLanguages } from './read-languages.ts';

/** Posts of a language, whatever their status, newest first. */
export async function listPosts(tools: DeskTools, query: DeskQuery): Promise<PostList<DeskPost>> {
  const queries = tools.database.query;
  const { locale, page, search, status } = query;
  const matching = and(
    eq(post.locale, locale),
    status === '' ? undefined : eq(post.status, status),
    tools.searchCondition(locale, search),
  );
  const [counted] = await queries.select({ all: sql<number>`count(*)::int` }).from(post).where(matching);
  const rows = await queries
    .select({
      id: post.id,
      articleId: post.articleId,
      version: post.version,
      scheduledAt: post.scheduledAt,
      hasWorkingCopy: isNotNull(workingCopy.postId),
    })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(matching)
    // The beginning is as the indexes `post_admin_list` and `post_admin_status` are sorted.
    .orderBy(desc(post.createdAt), desc(post.id))
    .offset((page - 1) * deskPageSize)
    .limit(deskPageSize);
  const summaries = await tools.readSummaries(
    queries,
    rows.map((row) => row.id),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const languages = await readLanguages(
    tools,
    queries,
    rows.map((row) => row.articleId),
  );
  const posts = summaries.flatMap((summary) => {
    const row = rowById.get(summary.id);
    if (!row) return [];
    return {
      ...summary,
      version: row.version,
      scheduled_at: row.scheduledAt?.toISOString() ?? null,
      has_working_copy: Boolean(row.hasWorkingCopy),
      languages: languages.get(row.articleId) ?? [],
    };
  });
  return { posts, totalPosts: counted?.all ?? 0 };
}
