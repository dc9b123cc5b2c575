import { isDeepStrictEqual } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { article, articleTag, category, post, tag } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BlogChange } from '../contract.ts';
import type { PreparedPost, SavePostError } from '../editing-contract.ts';
import { listArticlePosts, type PostForUpdate, readPostForUpdate, type StoredPost } from '../read-posts.ts';
import { chooseSlug, updateSlugHistory } from '../slug.ts';
import { type DerivedText, mergeTextFields, runTextTask } from '../text-tasks.ts';
import { pickPostTexts } from '../texts-contract.ts';

export interface SavePostResult {
  id: string;
  version: number;
  change: BlogChange & { articleId: string };
}

interface WriteOptions {
  now: () => number;
  random: () => number;
  guessLanguage: (text: string) => Locale | null;
}

/** Call it under the write lock. `current` saves a query if the transaction has read the post. */
export async function writePost(
  queries: Queries,
  prepared: PreparedPost,
  { now, random, guessLanguage }: WriteOptions,
  current?: PostForUpdate,
): Promise<Result<SavePostResult, SavePostError>> {
  const { id: existingId, locale } = prepared;
  const before = current ?? (existingId === undefined ? null : await readPostForUpdate(queries, existingId));
  if (existingId !== undefined && !before) return fail({ code: 'post.missing' });

  const existingArticleId = before?.articleId ?? prepared.article_id;
  const translations =
    before?.translations ?? (existingArticleId ? await listArticlePosts(queries, existingArticleId) : []);
  if (translations.some((translation) => translation.locale === locale))
    return fail({ code: 'language.taken' });

  const kind = before?.kind ?? translations[0]?.kind ?? prepared.kind ?? 'post';
  const texts = await buildTextColumns(prepared, before, guessLanguage);
  const requestedSlug = prepared.slug ?? before?.slug ?? '';
  const slug = await chooseSlug(queries, { kind, locale, requestedSlug, title: texts.title, before, random });
  if (!slug.ok) return fail({ code: slug.error });

  const timestamp = new Date(now());
  const shared =
    kind === 'page' ? { locale, ...('cover' in prepared && { cover: prepared.cover }) } : prepared;
  const articleId = await writeArticle(queries, existingArticleId, shared, timestamp);
  if (articleId === null) return fail({ code: 'post.missing' });
  const columns = {
    articleId,
    locale,
    kind,
    slug: slug.value,
    updatedAt: timestamp,
    ...texts,
    canonical_url: prepared.canonical_url,
    noindex: prepared.noindex,
    ...buildStatusColumns(prepared, before, timestamp),
    version: (before?.version ?? 0) + 1,
    saveId: prepared.saveId ?? null,
  };
  const insertColumns = { createdAt: timestamp, ...(prepared.newId !== undefined && { id: prepared.newId }) };
  const id = before ? before.id : await insertPost(queries, { ...columns, ...insertColumns });
  if (before) await queries.update(post).set(columns).where(eq(post.id, id));
  const isPublished = columns.status === 'published';
  await updateSlugHistory(queries, { id, locale, slug: slug.value, isPublished }, before);

  const isVisible = isPublished || before?.status === 'published';
  const publishedTranslations = translations.filter(({ status }) => status === 'published');
  const affectedLocales = new Set([
    ...(isVisible ? [locale, before?.locale] : []),
    ...(changesSharedFields(prepared) || (kind === 'page' && isVisible)
      ? publishedTranslations.map((translation) => translation.locale)
      : []),
  ]);
  return ok({
    id,
    version: columns.version,
    change: {
      articleId,
      locales: locales.filter((candidate) => affectedLocales.has(candidate)),
      siblings: isVisible ? publishedTranslations.map(({ locale, slug }) => ({ locale, slug })) : [],
    },
  });
}

function changesSharedFields({ category_id, tag_ids, cover, author_id }: PreparedPost): boolean {
  return [category_id, tag_ids, cover, author_id].some((value) => value !== undefined);
}

function buildStatusColumns(prepared: PreparedPost, before: PostForUpdate | null, now: Date) {
  const status = prepared.status ?? before?.status ?? 'draft';
  const { scheduledAt = before?.scheduledAt ?? null } = prepared;
  const requestedDate = prepared.published_at ? new Date(prepared.published_at) : null;
  const clearsDate = prepared.published_at === null && status !== 'published';
  const publicationDate = toDate(prepared.publication_date, before?.publicationDate ?? null);
  const publishedAt = clearsDate ? null : (publicationDate ?? requestedDate ?? before?.publishedAt ?? null);
  return {
    status,
    publicationDate,
    publishedAt: status === 'published' ? (publishedAt ?? now) : publishedAt,
    scheduledAt: status === 'draft' ? scheduledAt : null,
  };
}

function toDate(value: string | null | undefined, before: Date | null): Date | null {
  if (value === undefined) return before;
  return value === null ? null : new Date(value);
}

async function insertPost(queries: Queries, columns: typeof post.$inferInsert): Promise<string> {
  const [row] = await queries.insert(post).values(columns).returning({ id: post.id });
  if (!row) throw new Error('insert returned no post');
  return row.id;
}

/** Returns null if the article doesn't exist. Ignores deleted categories and tags. */
async function writeArticle(
  queries: Queries,
  existingId: string | undefined,
  { locale, category_id, tag_ids, cover, author_id }: PreparedPost,
  now: Date,
): Promise<string | null> {
  const columns = {
    ...(category_id !== undefined && { categoryId: await findCategoryId(queries, category_id) }),
    ...(cover !== undefined && { coverFileId: cover?.id ?? null }),
    ...(author_id !== undefined && { authorId: author_id }),
  };
  const id =
    existingId === undefined
      ? await insertArticle(queries, { ...columns, sourceLocale: locale, createdAt: now })
      : await updateArticle(queries, existingId, columns);
  if (id !== null && tag_ids !== undefined) await setTags(queries, id, tag_ids);
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
  const byId = eq(article.id, id);
  const [row] =
    Object.keys(columns).length > 0
      ? await queries.update(article).set(columns).where(byId).returning({ id: article.id })
      : await queries.select({ id: article.id }).from(article).where(byId);
  return row?.id ?? null;
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

/** The texts of a post, and what derives from them. */
async function buildTextColumns(
  prepared: PreparedPost,
  before: StoredPost | null,
  guessLanguage: (text: string) => Locale | null,
) {
  const { source_version, source_digest, source_locale } = prepared;
  const stored = before && pickPostTexts(before);
  const fields = mergeTextFields(prepared, stored);
  const { locale, ...texts } = fields;
  const { title, excerpt, content } = texts;
  const isSame = before?.textDigest && isDeepStrictEqual(fields, { locale: before.locale, ...stored });
  const derived = isSame ? null : await deriveOnce();
  return {
    ...texts,
    ...derived?.columns,
    origin: prepared.origin ?? resolveOrigin(),
    sourceVersion: source_version === undefined ? (before?.sourceVersion ?? null) : source_version,
    sourceDigest: source_digest === undefined ? (before?.sourceDigest ?? null) : source_digest,
    sourceLocale: source_locale === undefined ? (before?.sourceLocale ?? null) : source_locale,
  };

  function deriveOnce(): DerivedText | Promise<DerivedText> {
    const known = prepared.derived;
    return known && isDeepStrictEqual(known.fields, fields)
      ? known
      : runTextTask('deriveText', fields, content.length);
  }

  /** An untranslated post counts as translated once its edited text is clearly in its own language. */
  function resolveOrigin(): StoredPost['origin'] {
    if (before?.origin !== 'untranslated') return before?.origin ?? 'human';
    const isWritten = before.title !== title || before.excerpt !== excerpt || before.content !== content;
    const text = [title, excerpt, derived?.opening].join('\n');
    return isWritten && guessLanguage(text) === prepared.locale ? 'mixed' : 'untranslated';
  }
}
