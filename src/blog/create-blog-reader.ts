import type { Database } from '#database/connect.ts';
import type { BlogChange, BlogReader } from './contract.ts';
import { recordView } from './count-view.ts';
import { findTranslationsBySlug } from './find-elsewhere.ts';
import { findPost } from './find-post.ts';
import { listCategories } from './list-categories.ts';
import { listTranslationGroups } from './list-clusters.ts';
import { countPublishedPosts, listPostIds } from './list-posts.ts';
import { listTags } from './list-tags.ts';
import { createCountCache } from './post-counts.ts';
import { readPostSummaries, readPosts } from './read-posts.ts';
import { findRelatedPosts } from './related-posts.ts';
import { renderContent } from './render-content.ts';
import { listTranslations } from './siblings.ts';

interface BlogReaderDeps {
  database: Pick<Database, 'query'>;
  /** Milliseconds since 1970. */
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
