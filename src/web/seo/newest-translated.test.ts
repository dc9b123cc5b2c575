import { expect, test } from 'vitest';
import type { ListQuery, Post } from '#blog/contract.ts';
import { examplePost } from './fixtures/example-post.ts';
import { newestTranslated } from './newest-translated.ts';

const posts = Array.from(
  { length: 12 },
  (_, place): Post => ({
    ...examplePost({ slug: `post-${place}` }),
    ...(place % 3 !== 2 && { text_locale: 'en' as const }),
  }),
);
const asked: number[] = [];
const blog = {
  async listFullPosts({ page, pageSize }: ListQuery) {
    asked.push(page);
    return { posts: posts.slice((page - 1) * pageSize, page * pageSize), totalPosts: posts.length };
  },
};

test('as many as are wanted, past those that are not translated, and no page is read in vain', async () => {
  const slugs = async (count: number) => (await newestTranslated(blog, 'de', count)).map(({ slug }) => slug);
  expect(await slugs(2)).toEqual(['post-2', 'post-5']);
  expect(asked.splice(0)).toEqual([1, 2, 3]);
  expect(await slugs(6)).toEqual(['post-2', 'post-5', 'post-8', 'post-11']);
  expect(asked.splice(0)).toEqual([1, 2]);
});
