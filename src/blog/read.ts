import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { post, slugHistory, viewDay } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { isUuid } from '#platform/uuid.ts';
import type { BlogChange, BlogReader, PostLookup } from './contract.ts';
import { readPostSummaries, readPosts, readPostWhere } from './read-posts.ts';
import { findAuthor, findTaxonPage, listAuthorPages, listTaxonPages } from './reading/collections.ts';
import { createCountCache } from './reading/count-cache.ts';
import { countList, listPostIds, publishedIn, publishedList } from './reading/list-posts.ts';
import { findPage, readPageIndex } from './reading/pages.ts';
import { findRelatedPosts } from './reading/related-posts.ts';
import { findTranslationsBySlug, listTranslationGroups, listTranslations } from './reading/translations.ts';
import { findRedirect, hasRedirects } from './redirects.ts';
import { normalizeUnicode } from './search.ts';
import { listCategories, listTags } from './taxonomy.ts';
import { runTextTask } from './text-tasks.ts';

interface BlogReaderDeps {
  database: Pick<Database, 'query'>;
  now: () => number;
}

/** Call `invalidate` for every blog change, whichever process made it. */
export function createBlogReader({
  database: { query: queries },
  now,
}: BlogReaderDeps): BlogReader & { invalidate(change: Pick<BlogChange, 'locales'>): void } {
  const counts = createCountCache(now);
  return {
    async listPosts(query) {
      const { ids, totalPosts } = await listPostIds(queries, counts, query);
      return { posts: await readPostSummaries(queries, ids), totalPosts };
    },
    async listPostsWithContent(query) {
      const { ids, totalPosts } = await listPostIds(queries, counts, query);
      return { posts: await readPosts(queries, ids), totalPosts };
    },
    findPost: (locale, slug) => findPost(queries, locale, slug),
    findTranslationsBySlug: (locale, slug) => findTranslationsBySlug(queries, locale, slug),
    listTranslations: (articleId) => listTranslations(queries, articleId),
    listPages: async (locale) => (await readPageIndex(queries, counts, locale)).groups,
    findPage: async (locale, slug) =>
      findPage(queries, await readPageIndex(queries, counts, locale), locale, slug),
    findRelatedPosts: (post) => findRelatedPosts(queries, post),
    findAuthor: (locale, slug) => findAuthor(queries, locale, slug),
    listAuthorPages: () => listAuthorPages(queries),
    findTaxonPage: (kind, locale, slug) => findTaxonPage(queries, kind, locale, slug),
    listTaxonPages: (kind) => listTaxonPages(queries, kind),
    listCategories: (locale) => listCategories(queries, locale),
    listTags: (locale) => listTags(queries, locale),
    listTranslationGroups: (locale, offset, limit) =>
      listTranslationGroups(queries, counts, locale, { offset, limit }),
    countPosts: (locale) => countList(queries, counts, publishedList(queries, locale)),
    recordView: (postId) => recordView(queries, postId, now()),
    findRedirect: async (address) =>
      (await hasRedirects(queries, counts)) ? findRedirect(queries, address) : null,
    renderContent: (content) => runTextTask('renderContent', content, content.length),
    invalidate: (change) => counts.invalidate(change),
  };
}

async function findPost(queries: Queries, locale: Locale, slug: string): Promise<PostLookup> {
  const normalizedSlug = normalizeUnicode(slug);
  const found = await readPostWhere(
    queries,
    sql`${publishedIn(locale)} and ${post.slug} = ${normalizedSlug}`,
  );
  if (found) return { kind: 'post', post: found };

  const [moved] = await queries
    .select({ slug: post.slug })
    .from(slugHistory)
    .innerJoin(post, eq(post.id, slugHistory.postId))
    .where(and(eq(slugHistory.locale, locale), eq(slugHistory.slug, normalizedSlug), publishedIn(locale)));
  return moved ? { kind: 'moved', slug: moved.slug } : { kind: 'missing' };
}

/** One statement increments the total and the count of the UTC day, so that concurrent views all count. */
export async function recordView(queries: Queries, postId: string, now: number): Promise<number | null> {
  if (!isUuid(postId)) return null;
  const raised = queries.$with('raised').as(
    queries
      .update(post)
      .set({ viewCount: sql`${post.viewCount} + 1` })
      .where(and(eq(post.id, postId), sql`${post.status} = 'published' and ${post.kind} = 'post'`))
      .returning({ id: post.id, viewCount: post.viewCount }),
  );
  const day = new Date(now).toISOString().slice(0, 10);
  const counted = queries.$with('counted').as(
    queries
      .insert(viewDay)
      .select((query) =>
        query
          .select({
            postId: raised.id,
            day: sql<string>`${day}::date`.as('day'),
            views: sql<number>`1`.as('views'),
          })
          .from(raised),
      )
      .onConflictDoUpdate({
        target: [viewDay.postId, viewDay.day],
        set: { views: sql`${viewDay.views} + 1` },
      })
      .returning({ postId: viewDay.postId }),
  );
  const [row] = await queries.with(raised, counted).select({ viewCount: raised.viewCount }).from(raised);
  return row?.viewCount ?? null;
}
