import { expect, test } from 'vitest';
import type { ListQuery, Post } from '#blog/contract.ts';
import { listNewestTranslated } from './feed.ts';
import { examplePost } from './fixtures/example-post.ts';

const posts = Array.from(
  { length: 12 },
  (_, index): Post => ({
    ...examplePost({ slug: `post-${index}` }),
    ...(index % 3 !== 2 && { text_locale: 'en' as const }),
  }),
);
const requestedPages: number[] = [];
const blog = {
  async listPostsWithContent({ page, pageSize }: ListQuery) {
    requestedPages.push(page);
    return { posts: posts.slice((page - 1) * pageSize, page * pageSize), totalPosts: posts.length };
  },
};

test('untranslated posts are skipped, and no more pages than needed are read', async () => {
  const slugs = async (count: number) =>
    (await listNewestTranslated(blog, 'de', count)).map(({ slug }) => slug);
  expect(await slugs(2)).toEqual(['post-2', 'post-5']);
  expect(requestedPages.splice(0)).toEqual([1, 2, 3]);
  expect(await slugs(6)).toEqual(['post-2', 'post-5', 'post-8', 'post-11']);
  expect(requestedPages.splice(0)).toEqual([1, 2]);
});
