import type { Database } from '#database/database.ts';
import type { BlogChange, BlogReader } from './contract.ts';
import { renderContent } from './html/render-content.ts';
import { readPostSummaries, readPosts } from './read-posts.ts';
import { createCountCache } from './reading/count-cache.ts';
import { findPost } from './reading/find-post.ts';
import { countPublishedPosts, listPostIds } from './reading/list-posts.ts';
import { recordView } from './reading/record-view.ts';
import { findRelatedPosts } from './reading/related-posts.ts';
import { findTranslationsBySlug, listTranslationGroups, listTranslations } from './reading/translations.ts';
import { listCategories, listTags } from './taxonomy/read-taxonomy.ts';

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
