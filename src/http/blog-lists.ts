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
import { checkQuery } from './check-query.ts';
import { describeCall, jsonAnswer, refusal } from './describe-call.ts';
import { sendPublicJson } from './send-json.ts';

const postsQuery = z.strictObject({
  ...listQuerySchema.shape,
  fields: z
    .enum(['all', 'summary'])
    .default('all')
    .describe('`summary` leaves the text of each post out of the answer.'),
});
const localeQuery = z.strictObject({ locale: localeSchema.default('en') });

const postsAnswer = z.object({
  posts: z.array(z.union([postSchema, postSummarySchema])),
  totalPosts: z.int().describe('Published posts that match, on all pages.'),
});
const malformed = refusal('A parameter is unknown, given twice or out of its bounds.');

/** The calls that give many: posts, categories, tags. */
export function createBlogLists(services: Pick<Services, 'blog' | 'preferredLocale' | 'wordError'>): Hono {
  const { blog } = services;
  const lists = new Hono();

  lists.get(
    '/posts',
    describeCall({
      summary: 'List the published posts of one language',
      description:
        'Newest first, with their category and tags. A search finds what stands in title or excerpt first, then ' +
        'posts that hold the words in their text. All filters work together.',
      curl: `'{origin}/api/blog/posts?locale=de&pageSize=3&fields=summary'`,
      responses: { 200: jsonAnswer('One page of posts', postsAnswer), 400: malformed },
    }),
    checkQuery(services, postsQuery),
    async (context) => {
      const { fields, ...query } = context.req.valid('query');
      const list = await (fields === 'summary' ? blog.listPosts(query) : blog.listFullPosts(query));
      return sendPublicJson(context, { posts: list.posts, totalPosts: list.totalPosts });
    },
  );

  lists.get(
    '/categories',
    describeCall({
      summary: 'List the categories',
      description: 'By name, as the language sorts.',
      curl: `'{origin}/api/blog/categories?locale=fr'`,
      responses: { 200: jsonAnswer('All categories', z.array(categorySchema)), 400: malformed },
    }),
    checkQuery(services, localeQuery),
    async (context) => sendPublicJson(context, await blog.listCategories(context.req.valid('query').locale)),
  );

  lists.get(
    '/tags',
    describeCall({
      summary: 'List the tags',
      description: 'By name, as the language sorts.',
      curl: `'{origin}/api/blog/tags?locale=th'`,
      responses: { 200: jsonAnswer('All tags', z.array(tagSchema)), 400: malformed },
    }),
    checkQuery(services, localeQuery),
    async (context) => sendPublicJson(context, await blog.listTags(context.req.valid('query').locale)),
  );
  return lists;
}
