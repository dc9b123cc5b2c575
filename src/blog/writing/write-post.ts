import { eq, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import {
  normalizeKeywords,
  normalizeLine,
  normalizeLineOrNull,
  normalizeText,
} from '#platform/normalize-text.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { BlogChange } from '../contract.ts';
import type { PreparedPost, SavePostError } from '../editing-contract.ts';
import { plainText, readingTimeMinutes } from '../plain-text.ts';
import { buildSearchColumns } from '../search/search-index.ts';
import { chooseSlug, updateSlugHistory } from './choose-slug.ts';
import { textDigest } from './text-digest.ts';
import { writeArticle } from './write-article.ts';

type PostRow = typeof post.$inferSelect;

export interface SavePostResult {
  id: string;
  version: number;
  change: BlogChange & { articleId: string };
}

/** Arbitrary advisory-lock id that serializes blog writes. Readers never wait. */
const writeLockId = 720_415;

export async function lockBlogWrites(queries: Queries): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(${writeLockId}::bigint)`);
}

/** Call `lockBlogWrites` first, in the same transaction. */
export async function writePost(
  queries: Queries,
  prepared: PreparedPost,
  {
    now,
    random,
    guessLanguage,
  }: { now: () => number; random: () => number; guessLanguage: (text: string) => Locale | null },
): Promise<Result<SavePostResult, SavePostError>> {
  const { fields, has } = prepared;
  const { locale } = fields;
  const before = fields.id === undefined ? null : await findPostRow(queries, fields.id);
  if (fields.id !== undefined && !before) return fail({ code: 'post.missing' });
  if (before && fields.version !== undefined && fields.version !== before.version)
    return fail({ code: 'post.conflict' });

  const existingArticleId = before?.articleId ?? fields.article_id;
  const translations =
    existingArticleId === undefined ? [] : await listArticlePosts(queries, existingArticleId);
  if (translations.some((translation) => translation.locale === locale && translation.id !== before?.id))
    return fail({ code: 'language.taken' });

  const texts = buildTextColumns(prepared, before, guessLanguage);
  const requestedSlug = before && !has('slug') ? before.slug : fields.slug;
  const slug = await chooseSlug(queries, { locale, requestedSlug, title: texts.title, before, random });
  if (!slug.ok) return fail({ code: slug.error });

  const timestamp = new Date(now());
  const articleId = await writeArticle(queries, existingArticleId, prepared, timestamp);
  if (articleId === null) return fail({ code: 'post.missing' });
  const columns = {
    articleId,
    locale,
    slug: slug.value,
    updatedAt: timestamp,
    ...texts,
    ...buildStatusColumns(prepared, before, timestamp),
    version: (before?.version ?? 0) + 1,
  };
  const insertColumns = { createdAt: timestamp, ...(prepared.newId !== undefined && { id: prepared.newId }) };
  const id = before ? before.id : await insertPost(queries, { ...columns, ...insertColumns });
  if (before) await queries.update(post).set(columns).where(eq(post.id, id));
  const isPublished = columns.status === 'published';
  await updateSlugHistory(queries, { id, locale, slug: slug.value, isPublished }, before);

  const isVisible = isPublished || before?.status === 'published';
  const publishedTranslations = translations.filter(
    (translation) => translation.status === 'published' && translation.id !== before?.id,
  );
  const hasSharedChanges = changesSharedFields(prepared);
  const affectedLocales = new Set([
    ...(isVisible ? [locale, before?.locale] : []),
    ...(hasSharedChanges ? publishedTranslations.map((translation) => translation.locale) : []),
  ]);
  return ok({
    id,
    version: columns.version,
    change: {
      articleId,
      locales: locales.filter((candidate) => affectedLocales.has(candidate)),
      siblings: isVisible
        ? publishedTranslations.flatMap(({ locale: translationLocale, slug: translationSlug }) => ({
            locale: translationLocale as Locale,
            slug: translationSlug,
          }))
        : [],
    },
  });
}

function changesSharedFields({ has }: PreparedPost): boolean {
  return has('category_id') || has('tag_ids') || has('featured_image_url') || has('author_id');
}

function buildTextColumns(
  { fields, has, content: newContent }: PreparedPost,
  before: PostRow | null,
  guessLanguage: (text: string) => Locale | null,
) {
  const title = has('title') || !before ? normalizeLine(fields.title) : before.title;
  const excerpt = has('excerpt') || !before ? normalizeText(fields.excerpt) : before.excerpt;
  const content = newContent ?? before?.content ?? '';
  const plain = plainText(content);
  const tokens = buildSearchColumns(fields.locale, { title, excerpt, text: plain });
  const inputOr = <T>(field: Parameters<typeof has>[0], value: T, previous: T | undefined): T =>
    has(field) || previous === undefined ? value : previous;
  const coverAlt = inputOr('featured_image_alt', normalizeLine(fields.featured_image_alt), before?.coverAlt);
  const seoTitle = inputOr('seo_title', normalizeLineOrNull(fields.seo_title), before?.seoTitle);
  const seoDescription = inputOr(
    'seo_description',
    normalizeLineOrNull(fields.seo_description),
    before?.seoDescription,
  );
  const seoKeywords = inputOr('seo_keywords', normalizeKeywords(fields.seo_keywords), before?.seoKeywords);
  return {
    title,
    excerpt,
    content,
    coverAlt,
    seoTitle,
    seoDescription,
    seoKeywords,
    textDigest: textDigest({ title, excerpt, content, coverAlt, seoTitle, seoDescription, seoKeywords }),
    readTimeMinutes: readingTimeMinutes(content),
    searchText: tokens.search_text,
    search: tokens.search,
    origin: inputOr('origin', fields.origin, resolveOrigin()),
    sourceVersion: inputOr('source_version', fields.source_version, before?.sourceVersion),
    sourceDigest: inputOr('source_digest', fields.source_digest, before?.sourceDigest),
    sourceLocale: inputOr('source_locale', fields.source_locale, before?.sourceLocale),
  };

  /** An untranslated post counts as translated once its edited text is clearly in its own language. */
  function resolveOrigin(): PostRow['origin'] | undefined {
    if (before?.origin !== 'untranslated') return before?.origin;
    const isWritten = before.title !== title || before.excerpt !== excerpt || before.content !== content;
    const isTranslated = isWritten && guessLanguage([title, excerpt, plain].join('\n')) === fields.locale;
    return isTranslated ? 'mixed' : 'untranslated';
  }
}

function buildStatusColumns({ fields, has }: PreparedPost, before: PostRow | null, now: Date) {
  const status = has('status') || !before ? fields.status : before.status;
  const requestedDate = fields.published_at ? new Date(fields.published_at) : null;
  const clearsDate = fields.published_at === null && status !== 'published';
  const publishedAt = clearsDate ? null : (requestedDate ?? before?.publishedAt ?? null);
  return {
    status,
    publishedAt: status === 'published' ? (publishedAt ?? now) : publishedAt,
    scheduledAt: status === 'draft' ? (before?.scheduledAt ?? null) : null,
  };
}

async function findPostRow(queries: Queries, id: string): Promise<PostRow | null> {
  const [row] = await queries.select().from(post).where(eq(post.id, id));
  return row ?? null;
}

async function listArticlePosts(queries: Queries, articleId: string) {
  return queries
    .select({ id: post.id, locale: post.locale, slug: post.slug, status: post.status })
    .from(post)
    .where(eq(post.articleId, articleId));
}

async function insertPost(queries: Queries, columns: typeof post.$inferInsert): Promise<string> {
  const [row] = await queries.insert(post).values(columns).returning({ id: post.id });
  if (!row) throw new Error('insert returned no post');
  return row.id;
}
