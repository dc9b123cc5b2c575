import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { PostList } from '#blog/contract.ts';
import { readPostSummaries } from '#blog/read-posts.ts';
import { buildSearchCondition } from '#blog/search-condition.ts';
import { post, workingCopy } from '#database/schema.ts';
import { type AdminPostQuery, type AdminPostSummary, adminPageSize } from './contract.ts';
import type { EditingDeps } from './desk-tools.ts';
import { readArticleTranslations } from './read-languages.ts';

export async function listAdminPosts(
  deps: EditingDeps,
  query: AdminPostQuery,
): Promise<PostList<AdminPostSummary>> {
  const queries = deps.database.query;
  const { locale, page, search, status } = query;
  const matching = and(
    eq(post.locale, locale),
    status === '' ? undefined : eq(post.status, status),
    buildSearchCondition(locale, search),
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
    // Starts with the sort order of the indexes `post_admin_list` and `post_admin_status`.
    .orderBy(desc(post.createdAt), desc(post.id))
    .offset((page - 1) * adminPageSize)
    .limit(adminPageSize);
  const summaries = await readPostSummaries(
    queries,
    rows.map((row) => row.id),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const languages = await readArticleTranslations(
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
