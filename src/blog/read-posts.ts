import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '#database/database.ts';
import { inIds } from '#database/in-ids.ts';
import {
  article,
  articleTag,
  author,
  category,
  type LocalizedText,
  mediaFile,
  post,
  tag,
  workingCopy,
} from '#database/schema.ts';
import { cacheByLocale } from '#i18n/formats.ts';
import type { Locale } from '#i18n/locales.ts';
import { isUuid } from '#platform/uuid.ts';
import type { Category, Post, PostSummary, Tag } from './contract.ts';
import { type PostFields, postFieldsSchema } from './editing-contract.ts';
import { smallestImageUrl, toStoredImage } from './images.ts';
import { categoryTextNames, mapNames, optionalTextNames, pick } from './texts-contract.ts';

type Row<T extends { $inferSelect: unknown }> = T['$inferSelect'];

type TagRow = Row<typeof tag>;

interface JoinedPostRow {
  post: Omit<Row<typeof post>, 'content' | 'searchText' | 'search'>;
  article: Pick<Row<typeof article>, 'categoryId' | 'authorId'>;
  category: Row<typeof category> | null;
  cover: Row<typeof mediaFile> | null;
  tags: readonly TagRow[];
  /** Null unless public. */
  author: Pick<Row<typeof author>, 'name' | 'slug'> | null;
  authorImage: Row<typeof mediaFile> | null;
}

const { content, search, searchText, ...postColumns } = getTableColumns(post);

const authorImage = alias(mediaFile, 'author_image');

/** In the order of `ids`, whatever the status; skips unknown ids. */
export async function readPosts(queries: Queries, ids: readonly string[]): Promise<Post[]> {
  const rows = await readRowsById(queries, ids, true);
  return rows.map((row) => toPost(row));
}

/** `matching`: a condition on `post` that at most one row meets. */
export async function readPostWhere(queries: Queries, matching: SQL): Promise<Post | null> {
  const [row] = await readRows(queries, matching, true);
  return row ? toPost(row) : null;
}

/** Omits `content`, so that the database need not decompress it. */
export async function readPostSummaries(queries: Queries, ids: readonly string[]): Promise<PostSummary[]> {
  const rows = await readRowsById(queries, ids, false);
  return rows.map((row) => toPostSummary(row));
}

/** For the administration. */
export async function readVersionedSummaries(
  queries: Queries,
  ids: readonly string[],
): Promise<(PostSummary & { version: number; scheduled_at: string | null })[]> {
  const rows = await readRowsById(queries, ids, false);
  return rows.map((row) => ({
    ...toPostSummary(row),
    version: row.post.version,
    scheduled_at: row.post.scheduledAt?.toISOString() ?? null,
  }));
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
  const [row] = await readRows(queries, eq(post.id, id), true);
  if (!row) return null;
  const [copy] = await queries
    .select({ fields: workingCopy.fields, sourceRevision: workingCopy.sourceRevision })
    .from(workingCopy)
    .where(eq(workingCopy.postId, id));
  const fields = toPostFields(toPost(row), row.post.publicationDate);
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
      kind: post.kind,
      slug: post.slug,
      status: post.status,
      scheduledAt: post.scheduledAt,
    })
    .from(post)
    .where(and(eq(post.articleId, articleId), exceptId === undefined ? undefined : ne(post.id, exceptId)));
  return rows.map((row) => ({ ...row, locale: row.locale as Locale }));
}

type JoinedRows = (JoinedPostRow & { content: string })[];

async function readRowsById(queries: Queries, ids: readonly string[], full: boolean): Promise<JoinedRows> {
  if (ids.length === 0) return [];
  const rows = await readRows(queries, inIds(post.id, ids), full);
  const byId = new Map(rows.map((row) => [row.post.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function readRows(queries: Queries, matching: SQL, full: boolean): Promise<JoinedRows> {
  const rows = await queries
    .select({
      post: postColumns,
      content: full ? content : sql<string>`''`,
      article: { categoryId: article.categoryId, authorId: article.authorId },
      category,
      cover: mediaFile,
      tags: sql<(Omit<TagRow, 'createdAt'> & { createdAt: string })[]>`(${selectTags(queries)})`,
      author: { name: author.name, slug: author.slug },
      authorImage,
    })
    .from(post)
    .innerJoin(article, eq(article.id, post.articleId))
    .leftJoin(category, eq(category.id, article.categoryId))
    .leftJoin(mediaFile, eq(mediaFile.id, article.coverFileId))
    .leftJoin(author, and(eq(author.id, article.authorId), eq(author.isPublic, true)))
    .leftJoin(authorImage, eq(authorImage.id, author.imageFileId))
    .where(matching);
  return rows.map((row) => ({
    ...row,
    tags: row.tags.map((found) => ({ ...found, createdAt: new Date(found.createdAt) })),
  }));
}

/** Those of the article of `post`, as JSON. */
function selectTags(queries: Queries) {
  const fields = sql`'id', ${tag.id}, 'slug', ${tag.slug}, 'names', ${tag.names}, 'createdAt', ${tag.createdAt}`;
  return queries
    .select({ tags: sql`coalesce(json_agg(json_build_object(${fields})), '[]')` })
    .from(articleTag)
    .innerJoin(tag, eq(tag.id, articleTag.tagId))
    .where(eq(articleTag.articleId, post.articleId));
}

function toPostSummary(row: JoinedPostRow): PostSummary {
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
    featured_image_alt: post.featured_image_alt,
    ...pick(post, optionalTextNames),
    seo_keywords: post.seo_keywords,
    canonical_url: post.canonical_url,
    noindex: post.noindex,
    published_at: post.publishedAt?.toISOString() ?? null,
    created_at: post.createdAt.toISOString(),
    updated_at: post.updatedAt.toISOString(),
    read_time_minutes: post.readTimeMinutes,
    view_count: post.viewCount,
    author_id: row.article.authorId,
    author: row.author && {
      name: row.author.name,
      slug: row.author.slug,
      image_url: row.authorImage && smallestImageUrl(row.authorImage),
    },
    category_id: row.article.categoryId,
    category: row.category && toCategory(row.category, locale),
    tags: toTags(row.tags, locale),
  };
}

function toPost(row: JoinedPostRow & { content: string }): Post {
  return { ...toPostSummary(row), content: row.content };
}

const postFieldNames = Object.keys(postFieldsSchema.shape) as (keyof PostFields)[];

function toPostFields(post: Post, publicationDate: Date | null): PostFields {
  const tag_ids = post.tags.map((tag) => tag.id);
  return pick({ ...post, tag_ids, publication_date: publicationDate?.toISOString() ?? null }, postFieldNames);
}

export function toCategory(row: Row<typeof category>, locale: Locale): Category {
  return {
    id: row.id,
    name: getLocalizedName(locale, row.names),
    slug: row.slug,
    color: row.color,
    ...mapNames(categoryTextNames, (name) => {
      const texts = row[`${name}s` as const];
      return texts[locale] ?? texts.en ?? null;
    }),
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

const getCollator = cacheByLocale((tag) => new Intl.Collator(tag, { numeric: true }));

/** Sorts here because the databases sort by bytes or by the machine's locale. */
export function sortByName<T extends { slug: string }>(
  locale: Locale,
  entries: T[],
  getName: (entry: T) => string,
): T[] {
  const { compare } = getCollator(locale);
  return entries.toSorted((a, b) => compare(getName(a), getName(b)) || (a.slug < b.slug ? -1 : 1));
}
