import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/connect.ts';
import { article, articleTag, category, mediaFile, post, tag } from '#database/schema.ts';
import type { Post, PostSummary } from './contract.ts';
import { type JoinedPostRow, type TagRow, toPost, toPostSummary } from './post-from-row.ts';

const { content, search, searchText, ...postColumns } = getTableColumns(post);

/** In the order of `ids`, whatever the status; unknown ids are skipped. */
export async function readPosts(queries: Queries, ids: readonly string[]): Promise<Post[]> {
  const { rows, tags } = await readRows(queries, ids, true);
  return rows.map((row) => toPost(row, tags.get(row.post.articleId) ?? []));
}

/** Leaves out `content`, so that the database need not decompress it. */
export async function readPostSummaries(queries: Queries, ids: readonly string[]): Promise<PostSummary[]> {
  const { rows, tags } = await readRows(queries, ids, false);
  return rows.map((row) => toPostSummary(row, tags.get(row.post.articleId) ?? []));
}

async function readRows(queries: Queries, ids: readonly string[], full: boolean) {
  if (ids.length === 0) return { rows: [], tags: new Map<string, TagRow[]>() };
  const rows: (JoinedPostRow & { content: string })[] = await queries
    .select({
      post: postColumns,
      content: full ? content : sql<string>`''`,
      article: { categoryId: article.categoryId, authorId: article.authorId },
      category,
      cover: mediaFile,
    })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .leftJoin(category, eq(category.id, article.categoryId))
    .leftJoin(mediaFile, eq(mediaFile.id, article.coverFileId))
    .where(inArray(post.id, [...ids]));
  const byId = new Map(rows.map((row) => [row.post.id, row]));
  const inOrder = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  return {
    rows: inOrder,
    tags: await readTagsByArticle(queries, [...new Set(rows.map((row) => row.post.articleId))]),
  };
}

async function readTagsByArticle(queries: Queries, articleIds: string[]): Promise<Map<string, TagRow[]>> {
  const tags = new Map<string, TagRow[]>();
  if (articleIds.length === 0) return tags;
  const rows = await queries
    .select({ articleId: articleTag.articleId, tag })
    .from(articleTag)
    .innerJoin(tag, eq(tag.id, articleTag.tagId))
    .where(inArray(articleTag.articleId, articleIds));
  for (const row of rows) tags.set(row.articleId, [...(tags.get(row.articleId) ?? []), row.tag]);
  return tags;
}
