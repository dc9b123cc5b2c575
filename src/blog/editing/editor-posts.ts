import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queries } from '#database/database.ts';
import { post, translationWritten, workingCopy } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { htmlToSearchText } from '#platform/html-text.ts';
import type { PostList } from '../contract.ts';
import {
  type AdminPostQuery,
  type AdminPostSummary,
  type ArticleTranslation,
  adminPageSize,
  type EditorPost,
  type PostFields,
} from '../editing-contract.ts';
import { readPostSummaries, readStoredPost, type StoredPost } from '../read-posts.ts';
import { buildSearchCondition } from '../reading/list-posts.ts';
import { textDigest, toTranslationFields } from '../writing/write-post.ts';

export async function readEditorPost(queries: Queries, id: string): Promise<EditorPost | null> {
  const stored = await readStoredPost(queries, id);
  return stored && toEditorPost(queries, stored);
}

export async function toEditorPost(queries: Queries, stored: StoredPost): Promise<EditorPost> {
  const languages = await readArticleTranslations(queries, [stored.articleId]);
  return {
    id: stored.id,
    article_id: stored.articleId,
    locale: stored.locale,
    version: stored.version,
    fields: stored.editedFields,
    has_working_copy: stored.workingCopy !== null,
    status: stored.status,
    published_at: stored.publishedAt?.toISOString() ?? null,
    scheduled_at: stored.scheduledAt?.toISOString() ?? null,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
    author_id: stored.authorId,
    languages: languages.get(stored.articleId) ?? [],
  };
}

export async function listAdminPosts(
  queries: Queries,
  { locale, page, search, status }: AdminPostQuery,
): Promise<PostList<AdminPostSummary>> {
  const matching = and(
    eq(post.locale, locale),
    status === '' ? undefined : eq(post.status, status),
    buildSearchCondition(locale, search),
  );
  const totalPosts = await queries.$count(post, matching);
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
  return { posts, totalPosts };
}

async function readArticleTranslations(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Map<string, ArticleTranslation[]>> {
  if (articleIds.length === 0) return new Map();
  const rows = await queries
    .select({
      articleId: post.articleId,
      id: post.id,
      locale: post.locale,
      slug: post.slug,
      title: post.title,
      status: post.status,
      origin: post.origin,
      textDigest: post.textDigest,
      sourceDigest: post.sourceDigest,
      sourceLocale: post.sourceLocale,
      workingCopyPostId: workingCopy.postId,
      sourceRevision: workingCopy.sourceRevision,
    })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(inArray(post.articleId, [...articleIds]));
  const reviewCounts = await countBlocksForReview(queries, articleIds);
  const languages = rows.map(({ sourceRevision, sourceDigest, ...row }) => ({
    ...row,
    locale: row.locale as Locale,
    // A translation in the working copy counts, since the editor shows that one.
    sourceDigest: sourceRevision?.digest ?? sourceDigest,
  }));
  languages.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
  const withSource = languages.map((row) => ({ ...row, source: findSource(row, languages) }));
  const digestsById = await readWorkingCopyDigests(queries, withSource);
  const byArticle = new Map<string, ArticleTranslation[]>(articleIds.map((id) => [id, []]));
  for (const row of withSource) {
    const { id, locale, slug, title, status, source } = row;
    const translation = getTranslationStatus(row, digestsById);
    const review = reviewCounts.get(id);
    byArticle.get(row.articleId)?.push({
      id,
      locale,
      slug,
      title,
      status,
      ...(translation && { translation }),
      ...(review && { review }),
      ...(source && { from: source.locale }),
    });
  }
  return byArticle;
}

interface SourceRow {
  id: string;
  articleId: string;
  locale: Locale;
  textDigest: string | null;
  workingCopyPostId: string | null;
}
type TranslatedRow = Pick<typeof post.$inferSelect, 'origin' | 'sourceDigest'> & {
  source: SourceRow | undefined;
};

/** Outdated if the source has changed since, both as published and in its working copy. */
function getTranslationStatus(
  row: TranslatedRow,
  digestsById: ReadonlyMap<string, string>,
): ArticleTranslation['translation'] {
  if (row.origin === 'untranslated') return 'untranslated';
  return isUpToDate(row) || digestsById.get(row.source?.id ?? '') === row.sourceDigest
    ? undefined
    : 'outdated';
}

/** True if the source is unknown. */
function isUpToDate({ source, sourceDigest }: TranslatedRow): boolean {
  if (sourceDigest === null || !source || source.textDigest === null) return true;
  return source.textDigest === sourceDigest;
}

async function readWorkingCopyDigests(
  queries: Queries,
  translations: readonly TranslatedRow[],
): Promise<Map<string, string>> {
  const ids = translations.flatMap((row) => (isUpToDate(row) ? [] : (row.source?.workingCopyPostId ?? [])));
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select({ post, copy: workingCopy.fields })
    .from(post)
    .innerJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(inArray(post.id, ids));
  return new Map(
    rows.map((row) => [
      row.post.id,
      textDigest({ ...toTranslationFields(row.post), ...(row.copy as Partial<PostFields>) }),
    ]),
  );
}

function findSource<Row extends SourceRow>(
  { origin, articleId, sourceLocale }: Row & { origin: string; sourceLocale: string | null },
  rows: readonly Row[],
): Row | undefined {
  if (origin === 'human') return undefined;
  return rows.find((row) => row.articleId === articleId && row.locale === sourceLocale);
}

/** By post id: number of untranslated blocks that still have the source's text. */
async function countBlocksForReview(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries
    .select({ post, copy: workingCopy.fields, review: translationWritten.review })
    .from(translationWritten)
    .innerJoin(post, eq(post.id, translationWritten.postId))
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(
      and(
        inArray(post.articleId, [...articleIds]),
        sql`jsonb_array_length(${translationWritten.review}) > 0`,
      ),
    );
  const counts = rows.map(({ post: postRow, copy, review }): [string, number] => {
    const values = Object.values({ ...toTranslationFields(postRow), ...copy }).flat();
    const searchText = htmlToSearchText(values.filter((value) => typeof value === 'string'));
    return [
      postRow.id,
      review.filter(({ text }) => searchText.includes(htmlToSearchText([text]).trim())).length,
    ];
  });
  return new Map(counts.filter(([, count]) => count > 0));
}
