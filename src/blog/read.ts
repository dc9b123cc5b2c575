import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queries } from '#database/database.ts';
import { post, slugHistory, viewDay } from '#database/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { isUuid } from '#platform/uuid.ts';
import type { BlogChange, BlogReader, PostLookup } from './contract.ts';
import { renderContent } from './html/render-content.ts';
import { readPostSummaries, readPosts } from './read-posts.ts';
import { countPublishedPosts, createCountCache, listPostIds, publishedIn } from './reading/list-posts.ts';
import { findRelatedPosts } from './reading/related-posts.ts';
import { findTranslationsBySlug, listTranslationGroups, listTranslations } from './reading/translations.ts';
import { normalizeUnicode } from './search.ts';
import { listCategories, listTags } from './taxonomy.ts';

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
    findRelatedPosts: (post) => findRelatedPosts(queries, post),
    listCategories: (locale) => listCategories(queries, locale),
    listTags: (locale) => listTags(queries, locale),
    listTranslationGroups: (locale, offset, limit) =>
      listTranslationGroups(queries, counts, locale, { offset, limit }),
    countPosts: (locale) => countPublishedPosts(queries, counts, locale),
    recordView: (postId) => recordView(queries, postId, now()),
    renderContent,
    invalidate: (change) => counts.invalidate(change),
  };
}

async function findPost(queries: Queries, locale: Locale, slug: string): Promise<PostLookup> {
  const normalizedSlug = normalizeUnicode(slug);
  const [row] = await queries
    .select({ id: post.id })
    .from(post)
    .where(and(publishedIn(locale), eq(post.slug, normalizedSlug)));
  const [found] = row ? await readPosts(queries, [row.id]) : [];
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
      .where(and(eq(post.id, postId), sql`${post.status} = 'published'`))
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
