import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, articleTag, category, mediaFile, post, tag } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Post, PostSummary } from './contract.ts';
import { toStoredImage } from './images/image-urls.ts';
import { sortByName, toCategory, toTag } from './taxonomy/read-taxonomy.ts';

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect'];

type TagRow = Row<typeof tag>;

interface JoinedPostRow {
  post: Omit<Row<typeof post>, 'content' | 'searchText' | 'search'>;
  article: Pick<Row<typeof article>, 'categoryId' | 'authorId'>;
  category: Row<typeof category> | null;
  cover: Row<typeof mediaFile> | null;
}

function toPostSummary(row: JoinedPostRow, tags: readonly TagRow[]): PostSummary {
  const { post } = row;
  const locale = post.locale as Locale;
  const cover = row.cover && toStoredImage(row.cover);
  return {
    id: post.id,
    article_id: post.articleId,
    slug: post.slug,
    locale,
    ...(post.origin === 'untranslated' && post.sourceLocale && { text_locale: post.sourceLocale as Locale }),
    status: post.status,
    title: post.title,
    excerpt: post.excerpt,
    featured_image_url: cover?.src ?? null,
    featured_image_width: cover?.width ?? null,
    featured_image_height: cover?.height ?? null,
    featured_image_srcset: cover?.srcset ?? null,
    featured_image_alt: post.coverAlt,
    seo_title: post.seoTitle,
    seo_description: post.seoDescription,
    seo_keywords: post.seoKeywords,
    published_at: post.publishedAt?.toISOString() ?? null,
    created_at: post.createdAt.toISOString(),
    updated_at: post.updatedAt.toISOString(),
    read_time_minutes: post.readTimeMinutes,
    view_count: post.viewCount,
    author_id: row.article.authorId,
    category_id: row.article.categoryId,
    category: row.category && toCategory(row.category, locale),
    tags: sortByName(
      locale,
      tags.map((tag) => toTag(tag, locale)),
    ),
  };
}

function toPost(row: JoinedPostRow & { content: string }, tags: readonly TagRow[]): Post {
  return { ...toPostSummary(row, tags), content: row.content };
}

const { content, search, searchText, ...postColumns } = getTableColumns(post);

/** In the order of `ids`, whatever the status; skips unknown ids. */
export async function readPosts(queries: Queries, ids: readonly string[]): Promise<Post[]> {
  const { rows, tags } = await readRows(queries, ids, true);
  return rows.map((row) => toPost(row, tags.get(row.post.articleId) ?? []));
}

/** Omits `content`, so that the database need not decompress it. */
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
