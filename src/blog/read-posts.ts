import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import {
  article,
  articleTag,
  category,
  type LocalizedText,
  mediaFile,
  post,
  tag,
  workingCopy,
} from '#database/schema.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import { isUuid } from '#platform/uuid.ts';
import type { Category, Post, PostSummary, Tag } from './contract.ts';
import type { PostFields } from './editing-contract.ts';
import { toStoredImage } from './images.ts';

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect'];

type TagRow = Row<typeof tag>;

interface JoinedPostRow {
  post: Omit<Row<typeof post>, 'content' | 'searchText' | 'search'>;
  article: Pick<Row<typeof article>, 'categoryId' | 'authorId'>;
  category: Row<typeof category> | null;
  cover: Row<typeof mediaFile> | null;
}

const { content, search, searchText, ...postColumns } = getTableColumns(post);

/** In the order of `ids`, whatever the status; skips unknown ids. */
export async function readPosts(queries: Queries, ids: readonly string[]): Promise<Post[]> {
  const { rows, tags } = await readRows(queries, ids, true);
  return rows.map((row) => toPost(row, tags.get(row.post.articleId)));
}

/** Omits `content`, so that the database need not decompress it. */
export async function readPostSummaries(queries: Queries, ids: readonly string[]): Promise<PostSummary[]> {
  const { rows, tags } = await readRows(queries, ids, false);
  return rows.map((row) => toPostSummary(row, tags.get(row.post.articleId)));
}

export interface StoredPost extends Omit<Row<typeof post>, 'locale' | 'searchText' | 'search'> {
  locale: Locale;
  authorId: string | null;
  /** As readers see them. */
  fields: PostFields;
  /** As the editor shows them: with the working copy. */
  editedFields: PostFields;
  workingCopy: Pick<Row<typeof workingCopy>, 'fields' | 'sourceRevision'> | null;
}

export async function readStoredPost(queries: Queries, id: string): Promise<StoredPost | null> {
  if (!isUuid(id)) return null;
  const { rows, tags } = await readRows(queries, [id], true);
  const [row] = rows;
  if (!row) return null;
  const [copy] = await queries
    .select({ fields: workingCopy.fields, sourceRevision: workingCopy.sourceRevision })
    .from(workingCopy)
    .where(eq(workingCopy.postId, id));
  const fields = toPostFields(toPost(row, tags.get(row.post.articleId)));
  return {
    ...row.post,
    content: row.content,
    locale: row.post.locale as Locale,
    authorId: row.article.authorId,
    fields,
    editedFields: { ...fields, ...(copy?.fields as Partial<PostFields> | undefined) },
    workingCopy: copy ?? null,
  };
}

export type PostForUpdate = StoredPost & { translations: Awaited<ReturnType<typeof listArticlePosts>> };

/** Call it under the write lock, so that it stays correct until the post is written. */
export async function readPostForUpdate(queries: Queries, id: string): Promise<PostForUpdate | null> {
  const stored = await readStoredPost(queries, id);
  return stored && { ...stored, translations: await listArticlePosts(queries, stored.articleId, id) };
}

/** Lists all languages of the article, or all others than the post `exceptId`. */
export async function listArticlePosts(queries: Queries, articleId: string, exceptId?: string) {
  const rows = await queries
    .select({
      id: post.id,
      locale: post.locale,
      slug: post.slug,
      status: post.status,
      scheduledAt: post.scheduledAt,
    })
    .from(post)
    .where(and(eq(post.articleId, articleId), exceptId === undefined ? undefined : ne(post.id, exceptId)));
  return rows.map((row) => ({ ...row, locale: row.locale as Locale }));
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
  const articleIds = [...new Set(rows.map((row) => row.post.articleId))];
  return { rows: inOrder, tags: await readTagsByArticle(queries, articleIds) };
}

async function readTagsByArticle(queries: Queries, articleIds: string[]): Promise<Map<string, TagRow[]>> {
  if (articleIds.length === 0) return new Map();
  const rows = await queries
    .select({ articleId: articleTag.articleId, tag })
    .from(articleTag)
    .innerJoin(tag, eq(tag.id, articleTag.tagId))
    .where(inArray(articleTag.articleId, articleIds));
  const byArticle = Map.groupBy(rows, (row) => row.articleId);
  return new Map([...byArticle].map(([articleId, tagged]) => [articleId, tagged.map((row) => row.tag)]));
}

function toPostSummary(row: JoinedPostRow, tags: readonly TagRow[] = []): PostSummary {
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
    tags: toTags(tags, locale),
  };
}

function toPost(row: JoinedPostRow & { content: string }, tags?: readonly TagRow[]): Post {
  return { ...toPostSummary(row, tags), content: row.content };
}

function toPostFields(post: Post): PostFields {
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

export function toCategory(row: Row<typeof category>, locale: Locale): Category {
  return {
    id: row.id,
    name: getLocalizedName(locale, row.names),
    slug: row.slug,
    color: row.color,
    description: row.descriptions[locale] ?? row.descriptions.en ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

export function toTags(rows: readonly TagRow[], locale: Locale): Tag[] {
  const tags = rows.map((row) => ({
    id: row.id,
    name: getLocalizedName(locale, row.names),
    slug: row.slug,
    created_at: row.createdAt.toISOString(),
  }));
  return sortByName(locale, tags, ({ name }) => name);
}

function getLocalizedName(locale: Locale, names: LocalizedText): string {
  return names[locale] || names.en;
}

const collators = new Map<Locale, Intl.Collator>();

/** Sorts here because the databases sort by bytes or by the machine's locale. */
export function sortByName<T extends { slug: string }>(
  locale: Locale,
  entries: T[],
  getName: (entry: T) => string,
): T[] {
  const collator = collators.get(locale) ?? new Intl.Collator(localeTags[locale], { numeric: true });
  collators.set(locale, collator);
  return entries.toSorted((a, b) => collator.compare(getName(a), getName(b)) || (a.slug < b.slug ? -1 : 1));
}
