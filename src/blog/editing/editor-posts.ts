import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, workingCopy } from '#database/schema.ts';
import { isUuid } from '#platform/uuid.ts';
import type { Post, PostList } from '../contract.ts';
import {
  type AdminPostQuery,
  type AdminPostSummary,
  adminPageSize,
  type EditorPost,
  type PostFields,
} from '../editing-contract.ts';
import { readPostSummaries, readPosts } from '../read-posts.ts';
import { buildSearchCondition } from '../reading/search-posts.ts';
import { readArticleTranslations } from './article-translations.ts';
import type { EditingDeps } from './deps.ts';

export async function readEditorPost(queries: Queries, id: string): Promise<EditorPost | null> {
  if (!isUuid(id)) return null;
  const [found] = await readPosts(queries, [id]);
  const [row] = await queries
    .select({ version: post.version, scheduledAt: post.scheduledAt, copy: workingCopy.fields })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(eq(post.id, id));
  if (!found || !row) return null;
  const languages = await readArticleTranslations(queries, [found.article_id]);
  return {
    id,
    article_id: found.article_id,
    locale: found.locale,
    version: row.version,
    fields: { ...toPostFields(found), ...(row.copy as Partial<PostFields> | null) },
    has_working_copy: row.copy !== null,
    status: found.status,
    published_at: found.published_at,
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    created_at: found.created_at,
    updated_at: found.updated_at,
    author_id: found.author_id,
    languages: languages.get(found.article_id) ?? [],
  };
}

export function toPostFields(post: Post): PostFields {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    featured_image_url: post.featured_image_url,
    featured_image_alt: post.featured_image_alt,
    category_id: post.category_id,
    tag_ids: post.tags.map((tag) => tag.id),
    status: post.status,
    seo_title: post.seo_title,
    seo_description: post.seo_description,
    seo_keywords: post.seo_keywords,
  };
}

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
