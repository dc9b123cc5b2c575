import { Hono } from 'hono';
import { z } from 'zod';
import {
  categorySchema,
  listQuerySchema,
  localeSchema,
  postSchema,
  postSummarySchema,
  tagSchema,
} from '#blog/contract.ts';
import type { Services } from '#services.ts';
import { validateQuery } from './check-query.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './describe-call.ts';
import { sendPublicJson } from './send-json.ts';

const postsQuery = z.strictObject({
  ...listQuerySchema.shape,
  fields: z
    .enum(['all', 'summary'])
    .default('all')
    .describe('`summary` leaves the text of each post out of the answer.'),
});
const localeQuery = z.strictObject({ locale: localeSchema.default('en') });

const postListSchema = z.object({
  posts: z.array(z.union([postSchema, postSummarySchema])),
  totalPosts: z.int().describe('Published posts that match, on all pages.'),
});
const badRequestSpec = errorResponseSpec('A parameter is unknown, given twice or out of its bounds.');

export function createBlogListRoutes(
  services: Pick<Services, 'blog' | 'preferredLocale' | 'formatError'>,
): Hono {
  const { blog } = services;
  const lists = new Hono();

  lists.get(
    '/posts',
    describeApiRoute({
      summary: 'List the published posts of one language',
      description:
        'Newest first, with their category and tags. A search finds what stands in title or excerpt first, then ' +
        'posts that hold the words in their text. All filters work together.',
      curl: `'{origin}/api/blog/posts?locale=de&pageSize=3&fields=summary'`,
      responses: { 200: jsonResponseSpec('One page of posts', postListSchema), 400: badRequestSpec },
    }),
    validateQuery(services, postsQuery),
    async (context) => {
      const { fields, ...query } = context.req.valid('query');
      const list = await (fields === 'summary' ? blog.listPosts(query) : blog.listPostsWithContent(query));
      return sendPublicJson(context, { posts: list.posts, totalPosts: list.totalPosts });
    },
  );

  lists.get(
    '/categories',
    describeApiRoute({
      summary: 'List the categories',
      description: 'By name, as the language sorts.',
      curl: `'{origin}/api/blog/categories?locale=fr'`,
      responses: { 200: jsonResponseSpec('All categories', z.array(categorySchema)), 400: badRequestSpec },
    }),
    validateQuery(services, localeQuery),
    async (context) => sendPublicJson(context, await blog.listCategories(context.req.valid('query').locale)),
  );

  lists.get(
    '/tags',
    describeApiRoute({
      summary: 'List the tags',
      description: 'By name, as the language sorts.',
      curl: `'{origin}/api/blog/tags?locale=th'`,
      responses: { 200: jsonResponseSpec('All tags', z.array(tagSchema)), 400: badRequestSpec },
    }),
    validateQuery(services, localeQuery),
    async (context) => sendPublicJson(context, await blog.listTags(context.req.valid('query').locale)),
  );
  return lists;
}
