import type { Database } from '#database/connect.ts';
import type { BlogChange, BlogReader } from './contract.ts';
import { countView } from './count-view.ts';
import { findElsewhere } from './find-elsewhere.ts';
import { findPost } from './find-post.ts';
import { listCategories } from './list-categories.ts';
import { listClusters } from './list-clusters.ts';
import { countPublished, listPostIds } from './list-posts.ts';
import { listTags } from './list-tags.ts';
import { createPostCounts } from './post-counts.ts';
import { readFullPosts, readSummaries } from './read-posts.ts';
import { relatedPosts } from './related-posts.ts';
import { renderContent } from './render-content.ts';
import { siblingsOf } from './siblings.ts';

interface ReaderOptions {
  database: Pick<Database, 'query'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** `forget` is to be told of every change of the blog, in this process or another. */
export function createBlogReader({
  database: { query: queries },
  now,
}: ReaderOptions): BlogReader & { forget(change: Pick<BlogChange, 'locales'>): void } {
  const counts = createPostCounts(now);
  return {
    async listPosts(query) {
      const { ids, totalPosts } = await listPostIds(queries, counts, query);
      return { posts: await readSummaries(queries, ids), totalPosts };
    },
    async listFullPosts(query) {
      const { ids, totalPosts } = await listPostIds(queries, counts, query);
      return { posts: await readFullPosts(queries, ids), totalPosts };
    },
    findPost: (locale, slug) => findPost(queries, locale, slug),
    findElsewhere: (locale, slug) => findElsewhere(queries, locale, slug),
    siblingsOf: (articleId) => siblingsOf(queries, articleId),
    relatedPosts: (post) => relatedPosts(queries, post),
    listCategories: (locale) => listCategories(queries, locale),
    listTags: (locale) => listTags(queries, locale),
    listClusters: (locale, offset, limit) => listClusters(queries, counts, locale, { offset, limit }),
    countPosts: (locale) => countPublished(queries, counts, locale),
    countView: (postId) => countView(queries, postId, now()),
    renderContent,
    forget: (change) => counts.forget(change),
  };
}
