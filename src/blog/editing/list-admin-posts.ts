import { and, asc, desc, eq, exists, inArray, ne, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '#database/database.ts';
import { accountUser, article, articleTag, post, workingCopy } from '#database/schema.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { type PostList, postStatuses } from '../contract.ts';
import {
  type AdminPostQuery,
  type AdminPostSort,
  type AdminPostSummary,
  adminPageSize,
  type PostAuthor,
} from '../editing-contract.ts';
import { readVersionedSummaries, sortByName } from '../read-posts.ts';
import type { CountCache } from '../reading/count-cache.ts';
import {
  buildSearchCondition,
  countList,
  findTaxonIds,
  listOrderedIds,
  listPageIds,
  type OrderedList,
  type PageRange,
} from '../reading/list-posts.ts';
import { countBlocksForReview, readArticleTranslations, readWorkingCopyDigests } from './editor-posts.ts';

export async function listAdminPosts(
  queries: Queries,
  changeCache: CountCache,
  query: AdminPostQuery,
): Promise<PostList<AdminPostSummary>> {
  const { locale, page, sort, ...filters } = query;
  // Approving blocks is no change of the blog.
  const counts = filters.state === 'review' ? uncached : changeCache;
  // The partial indexes `post_admin_date` and `post_admin_status_date` have this order.
  const date = sql`coalesce(${post.publishedAt}, ${post.createdAt})`;
  const name = JSON.stringify(filters);
  const matching = await buildCondition(queries, query);
  const list = { locale, name, table: post, matching, date, id: post.id };
  const totalPosts = await countList(queries, counts, list);
  const range = { offset: (page - 1) * adminPageSize, limit: adminPageSize };
  if (range.offset >= totalPosts) return { posts: [], totalPosts };
  // Views are counted all the time.
  const isByViews = sort === 'views' || sort === 'views_asc';
  const ids = await (isByViews ? uncached : counts).getOrCount(locale, ['page', name, sort, page], () =>
    listSortedIds(queries, counts, { list, sort, range, totalPosts }),
  );
  return { posts: await readAdminPostSummaries(queries, ids), totalPosts };
}

const uncached: CountCache = { getOrCount: (_locale, _name, count) => count(), invalidate: () => undefined };

/** Without a parameter for the kind, or the partial indexes would not match. */
const isPostIn = (locale: Locale) => and(eq(post.locale, locale), sql`${post.kind} = 'post'`);

/** The planner estimates the matches of a category or tag by its id, but not by its slug. */
async function buildCondition(queries: Queries, query: AdminPostQuery): Promise<SQL | undefined> {
  const { locale, status, search, author } = query;
  const taxonIds = await findTaxonIds(queries, query);
  if (taxonIds === null) return sql`false`;
  const { categoryId, tagId } = taxonIds;
  const inCategory = queries
    .select({ id: article.id })
    .from(article)
    .where(eq(article.categoryId, categoryId ?? ''));
  const tagged = queries
    .select({ id: articleTag.articleId })
    .from(articleTag)
    .where(eq(articleTag.tagId, tagId ?? ''));
  const byAuthor = queries.select({ id: article.id }).from(article).where(eq(article.authorId, author));
  return and(
    isPostIn(locale),
    status === '' ? undefined : eq(post.status, status),
    buildSearchCondition(locale, search),
    categoryId === undefined ? undefined : inArray(post.articleId, inCategory),
    tagId === undefined ? undefined : inArray(post.articleId, tagged),
    author === '' ? undefined : inArray(post.articleId, byAuthor),
    await buildLanguageStateCondition(queries, query),
  );
}

interface SortedPage {
  list: OrderedList & { locale: Locale };
  sort: AdminPostSort;
  range: PageRange;
  totalPosts: number;
}

/** Few matches are all read and then sorted: in the order of the list, a filter with few matches reads every post. */
const fewMatches = { posts: 1000, share: 1 / 4 };

const statusOrder = sql`array_position(${sql.raw(`array['${postStatuses.join("','")}']`)}, ${post.status})`;

async function listSortedIds(
  queries: Queries,
  counts: CountCache,
  { list, sort, range, totalPosts }: SortedPage,
): Promise<string[]> {
  const { date, id } = list;
  const newest = [desc(date), desc(id)];
  switch (sort) {
    case 'newest': {
      const countAll = () =>
        countList(queries, counts, { ...list, name: 'all', matching: isPostIn(list.locale) });
      const isFew = totalPosts <= fewMatches.posts && totalPosts <= fewMatches.share * (await countAll());
      if (!isFew) return listPageIds(queries, counts, list, range);
      const matches = await listOrderedIds(queries, list.matching, newest);
      return matches.slice(range.offset, range.offset + range.limit);
    }
    case 'oldest':
      return listOrderedIds(queries, list.matching, [asc(date), asc(id)], range);
    case 'status':
      return listOrderedIds(queries, list.matching, [asc(statusOrder), ...newest], range);
    case 'status_desc':
      return listOrderedIds(queries, list.matching, [desc(statusOrder), ...newest], range);
    case 'views':
      return listOrderedIds(queries, list.matching, [desc(post.viewCount), ...newest], range);
    case 'views_asc':
      return listOrderedIds(queries, list.matching, [asc(post.viewCount), ...newest], range);
    case 'title':
    case 'title_desc': {
      const titles = await queries
        .select({ id: post.id, slug: post.slug, title: post.title })
        .from(post)
        .where(list.matching);
      const sorted = sortByName(list.locale, titles, ({ title }) => title);
      if (sort === 'title_desc') sorted.reverse();
      return sorted.slice(range.offset, range.offset + range.limit).map((row) => row.id);
    }
  }
}

export async function readAdminPostSummaries(
  queries: Queries,
  ids: readonly string[],
): Promise<AdminPostSummary[]> {
  if (ids.length === 0) return [];
  const summaries = await readVersionedSummaries(queries, ids);
  const authorNames = await readAuthorNames(
    queries,
    summaries.flatMap(({ author_id }) => author_id ?? []),
  );
  const { byArticle, withWorkingCopy } = await readArticleTranslations(
    queries,
    summaries.map((summary) => summary.article_id),
  );
  return summaries.map((summary) => ({
    ...summary,
    has_working_copy: withWorkingCopy.has(summary.id),
    author_name: authorNames.get(summary.author_id ?? '') ?? null,
    languages: byArticle.get(summary.article_id) ?? [],
  }));
}

async function readAuthorNames(queries: Queries, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const authors = await queries
    .select({ id: accountUser.id, name: accountUser.name })
    .from(accountUser)
    .where(inArray(accountUser.id, [...new Set(ids)]));
  return new Map(authors.map(({ id, name }) => [id, name]));
}

export async function listPostAuthors(queries: Queries): Promise<PostAuthor[]> {
  const isAuthor = queries.select({ id: article.authorId }).from(article);
  return queries
    .select({ id: accountUser.id, name: accountUser.name })
    .from(accountUser)
    .where(inArray(accountUser.id, isAuthor))
    .orderBy(asc(accountUser.name), asc(accountUser.id));
}

/** A language of the article of `post`. */
const translation = alias(post, 'translation');
const translationCopy = alias(workingCopy, 'translation_copy');
const source = alias(post, 'source');
const sourceCopy = alias(workingCopy, 'source_copy');

/** Matches posts whose article has a language in the state. `undefined` matches all. */
async function buildLanguageStateCondition(
  queries: Queries,
  { state, language }: Pick<AdminPostQuery, 'state' | 'language'>,
): Promise<SQL | undefined> {
  const isOfArticle = and(
    eq(translation.articleId, post.articleId),
    language === '' ? undefined : eq(translation.locale, language),
  );
  const existsWith = (condition?: SQL) =>
    exists(queries.select({ id: translation.id }).from(translation).where(and(isOfArticle, condition)));
  switch (state) {
    case '':
      return undefined;
    case 'missing':
      return language === '' ? sql`${countLanguages(queries)} < ${locales.length}` : not(existsWith());
    case 'untranslated':
      return existsWith(eq(translation.origin, 'untranslated'));
    case 'review': {
      const ids = [...(await countBlocksForReview(queries, undefined)).keys()];
      return existsWith(inArray(translation.id, ids));
    }
    case 'outdated': {
      const upToDateIds = await listMadeFromWorkingCopies(queries);
      return exists(
        selectOutdatedAsPublished(queries).where(
          and(isOfArticle, isOutdatedAsPublished, notInArray(translation.id, upToDateIds)),
        ),
      );
    }
    default:
      return existsWith(eq(translation.status, state));
  }
}

function countLanguages(queries: Queries) {
  return queries
    .select({ count: sql`count(*)` })
    .from(translation)
    .where(eq(translation.articleId, post.articleId));
}

/** A translation in the working copy counts, since the editor shows that one. */
const sourceDigest = sql<string>`coalesce(${translationCopy.sourceRevision} ->> 'digest', ${translation.sourceDigest})`;

const isOutdatedAsPublished = and(
  notInArray(translation.origin, ['human', 'untranslated']),
  ne(source.textDigest, sourceDigest),
);

const ofSource = and(
  eq(source.articleId, translation.articleId),
  eq(source.locale, translation.sourceLocale),
);
const ofTranslation = eq(translationCopy.postId, translation.id);

function selectOutdatedAsPublished(queries: Queries) {
  return queries
    .select({ id: translation.id })
    .from(translation)
    .innerJoin(source, ofSource)
    .leftJoin(translationCopy, ofTranslation);
}

/** Translations of the unpublished changes of their source aren't outdated. */
async function listMadeFromWorkingCopies(queries: Queries): Promise<string[]> {
  const rows = await queries
    .select({ id: translation.id, digest: sourceDigest, sourceId: source.id })
    .from(sourceCopy)
    .innerJoin(source, eq(source.id, sourceCopy.postId))
    .innerJoin(translation, ofSource)
    .leftJoin(translationCopy, ofTranslation)
    .where(isOutdatedAsPublished);
  const digests = await readWorkingCopyDigests(queries, [...new Set(rows.map((row) => row.sourceId))]);
  return rows.filter((row) => digests.get(row.sourceId) === row.digest).map((row) => row.id);
}
