import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, articleTag, category, tag } from '#database/schema.ts';
import type { PreparedPost } from '../editing-contract.ts';

/** Returns null if the article doesn't exist. Ignores deleted categories and tags. */
export async function writeArticle(
  queries: Queries,
  articleId: string | undefined,
  prepared: PreparedPost,
  now: Date,
): Promise<string | null> {
  const { fields, has, cover } = prepared;
  const categoryId = await findCategoryId(queries, fields.category_id);
  const shared = {
    ...(has('category_id') && { categoryId }),
    ...(cover !== undefined && { coverFileId: cover?.id ?? null }),
    ...(has('author_id') && { authorId: fields.author_id }),
  };
  const id =
    articleId === undefined
      ? await insertArticle(queries, { ...shared, sourceLocale: fields.locale, createdAt: now })
      : await updateArticle(queries, articleId, shared);
  if (id !== null && has('tag_ids')) await setTags(queries, id, fields.tag_ids);
  return id;
}

async function insertArticle(queries: Queries, columns: typeof article.$inferInsert): Promise<string> {
  const [row] = await queries.insert(article).values(columns).returning({ id: article.id });
  if (!row) throw new Error('insert returned no article');
  return row.id;
}

async function updateArticle(
  queries: Queries,
  id: string,
  columns: Partial<typeof article.$inferInsert>,
): Promise<string | null> {
  const [row] = await queries.select({ id: article.id }).from(article).where(eq(article.id, id));
  if (!row) return null;
  if (Object.keys(columns).length > 0) await queries.update(article).set(columns).where(eq(article.id, id));
  return row.id;
}

async function setTags(queries: Queries, articleId: string, tagIds: string[]): Promise<void> {
  await queries.delete(articleTag).where(eq(articleTag.articleId, articleId));
  if (tagIds.length === 0) return;
  const existingTags = await queries.select({ tagId: tag.id }).from(tag).where(inArray(tag.id, tagIds));
  if (existingTags.length === 0) return;
  await queries.insert(articleTag).values(existingTags.map(({ tagId }) => ({ articleId, tagId })));
}

async function findCategoryId(queries: Queries, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [row] = await queries.select({ id: category.id }).from(category).where(eq(category.id, id));
  return row?.id ?? null;
}
