import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { htmlToSearchText } from '#content/html-text.ts';
import type { Queries } from '#database/database.ts';
import { inIds } from '#database/in-ids.ts';
import { post, translationWritten, workingCopy } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import type { ArticleTranslation, EditorPost, PostFields } from '../editing-contract.ts';
import { readStoredPost, type StoredPost } from '../read-posts.ts';
import { textDigest } from '../text-tasks.ts';
import { pickPostTexts } from '../texts-contract.ts';

export async function readEditorPost(queries: Queries, id: string): Promise<EditorPost | null> {
  const stored = await readStoredPost(queries, id);
  return stored && toEditorPost(queries, stored);
}

export async function toEditorPost(queries: Queries, stored: StoredPost): Promise<EditorPost> {
  const { byArticle } = await readArticleTranslations(queries, [stored.articleId]);
  return {
    id: stored.id,
    article_id: stored.articleId,
    kind: stored.kind,
    locale: stored.locale,
    version: stored.version,
    save_id: stored.saveId,
    fields: stored.editedFields,
    has_working_copy: stored.workingCopy !== null,
    status: stored.status,
    published_at: stored.publishedAt?.toISOString() ?? null,
    scheduled_at: stored.scheduledAt?.toISOString() ?? null,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
    author_id: stored.authorId,
    languages: byArticle.get(stored.articleId) ?? [],
  };
}

/** `withWorkingCopy`: ids of posts in any of the languages. */
export async function readArticleTranslations(
  queries: Queries,
  articleIds: readonly string[],
): Promise<{ byArticle: Map<string, ArticleTranslation[]>; withWorkingCopy: Set<string> }> {
  if (articleIds.length === 0) return { byArticle: new Map(), withWorkingCopy: new Set() };
  const rows = await readLanguageRows(queries, articleIds);
  const reviewCounts = await countBlocksForReview(queries, inIds(post.articleId, articleIds));
  const rowsByArticle = Map.groupBy(rows, (row) => row.articleId);
  const withSource = rows.map((row) => ({
    ...row,
    source: findSource(row, rowsByArticle.get(row.articleId) ?? []),
  }));
  const digestsById = await readWorkingCopyDigests(
    queries,
    withSource.flatMap((row) => (isUpToDate(row) ? [] : (row.source?.workingCopyPostId ?? []))),
  );
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
  const withWorkingCopy = new Set(rows.flatMap(({ workingCopyPostId }) => workingCopyPostId ?? []));
  return { byArticle, withWorkingCopy };
}

type LanguageColumns = Pick<
  typeof post.$inferSelect,
  'articleId' | 'id' | 'slug' | 'title' | 'status' | 'origin' | 'textDigest' | 'sourceDigest' | 'sourceLocale'
> & { locale: Locale; workingCopyPostId: string | null };

/** In the order of `locales`. One row of JSON, because decoding 500 rows takes longer than reading them. */
async function readLanguageRows(queries: Queries, articleIds: readonly string[]): Promise<LanguageColumns[]> {
  const columns = {
    articleId: post.articleId,
    id: post.id,
    locale: post.locale,
    slug: post.slug,
    title: post.title,
    status: post.status,
    origin: post.origin,
    textDigest: post.textDigest,
    // A translation in the working copy counts, since the editor shows that one.
    sourceDigest: sql`coalesce(${workingCopy.sourceRevision} ->> 'digest', ${post.sourceDigest})`,
    sourceLocale: post.sourceLocale,
    workingCopyPostId: workingCopy.postId,
  } satisfies Record<keyof LanguageColumns, SQLWrapper>;
  const values = sql.join(Object.values(columns), sql`, `);
  const [found] = await queries
    .select({ rows: sql<unknown[][] | null>`json_agg(json_build_array(${values}))` })
    .from(post)
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(inIds(post.articleId, articleIds));
  const names = Object.keys(columns);
  const rows = (found?.rows ?? []).map(
    (row) => Object.fromEntries(names.map((name, index) => [name, row[index]])) as unknown as LanguageColumns,
  );
  return rows.sort((a, b) => locales.indexOf(a.locale) - locales.indexOf(b.locale));
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

/** By post id: digest of the text with the working copy applied. */
export async function readWorkingCopyDigests(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await queries
    .select({ post, copy: workingCopy.fields })
    .from(post)
    .innerJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(inIds(post.id, ids));
  return new Map(
    rows.map((row) => [row.post.id, textDigest({ ...row.post, ...(row.copy as Partial<PostFields>) })]),
  );
}

/** `rows`: all languages of the article. */
function findSource<Row extends SourceRow>(
  { origin, sourceLocale }: Row & { origin: string; sourceLocale: string | null },
  rows: readonly Row[],
): Row | undefined {
  if (origin === 'human') return undefined;
  return rows.find((row) => row.locale === sourceLocale);
}

/** By post id: number of untranslated blocks that still have the source's text. */
export async function countBlocksForReview(
  queries: Queries,
  matching: SQL | undefined,
): Promise<Map<string, number>> {
  const rows = await queries
    .select({ post, copy: workingCopy.fields, review: translationWritten.review })
    .from(translationWritten)
    .innerJoin(post, eq(post.id, translationWritten.postId))
    .leftJoin(workingCopy, eq(workingCopy.postId, post.id))
    .where(and(matching, sql`jsonb_array_length(${translationWritten.review}) > 0`));
  const counts = rows.map(({ post: postRow, copy, review }): [string, number] => {
    const values = Object.values({ ...pickPostTexts(postRow), ...copy }).flat();
    const searchText = htmlToSearchText(values.filter((value) => typeof value === 'string'));
    return [
      postRow.id,
      review.filter(({ text }) => searchText.includes(htmlToSearchText([text]).trim())).length,
    ];
  });
  return new Map(counts.filter(([, count]) => count > 0));
}
