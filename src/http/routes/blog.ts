import { Hono } from 'hono';
import { validator } from 'hono-openapi';
import { z } from 'zod';
import {
  categorySchema,
  listQuerySchema,
  localeSchema,
  postSchema,
  postSummarySchema,
  tagSchema,
} from '#blog/contract.ts';
import type { AppEnv, Services } from '../context.ts';
import { publicCacheControl } from '../contract.ts';
import { validateQuery } from '../middleware/validate-request.ts';
import { errorResponse } from '../responses/error-response.ts';
import { sendPublicJson } from '../responses/json-response.ts';
import { createBlogViewRoutes } from './blog-views.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './openapi/describe-route.ts';

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

function createBlogListRoutes({ blog }: Pick<Services, 'blog'>): Hono<AppEnv> {
  const lists = new Hono<AppEnv>();

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
    validateQuery(postsQuery),
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
    validateQuery(localeQuery),
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
    validateQuery(localeQuery),
    async (context) => sendPublicJson(context, await blog.listTags(context.req.valid('query').locale)),
  );
  return lists;
}

const paramsSchema = z.object({ slug: z.string().describe('In the language asked for, or a former one.') });
const query = z.strictObject({ locale: localeSchema.default('en') });

function createBlogPostRoute({ blog }: Pick<Services, 'blog'>): Hono<AppEnv> {
  const route = new Hono<AppEnv>();
  route.get(
    '/posts/:slug',
    describeApiRoute({
      summary: 'Read one post',
      description: 'With its text as sanitised HTML. Reading it here counts no view.',
      curl: `-L '{origin}/api/blog/posts/what-we-do-not-store?locale=en'`,
      responses: {
        200: jsonResponseSpec('The post', postSchema),
        301: { description: 'The post has another slug now: its address here is in `Location`.' },
        400: errorResponseSpec('The language is unknown.'),
        404: errorResponseSpec('No published post of this language has or had this slug.'),
      },
    }),
    validator('param', paramsSchema),
    validateQuery(query),
    async (context) => {
      const { locale } = context.req.valid('query');
      const found = await blog.findPost(locale, context.req.valid('param').slug);
      if (found.kind === 'post') return sendPublicJson(context, found.post);
      if (found.kind === 'moved') {
        const location = `/api/blog/posts/${encodeURIComponent(found.slug)}?locale=${locale}`;
        return context.body(null, 301, {
          location,
          'cache-control': publicCacheControl,
          'access-control-allow-origin': '*',
        });
      }
      context.header('cache-control', 'private, no-store');
      return errorResponse(context, 'post.missing');
    },
  );
  return route;
}

export function createBlogRoutes(services: Pick<Services, 'blog'>): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.route('/', createBlogListRoutes(services));
  api.route('/', createBlogPostRoute(services));
  api.route('/', createBlogViewRoutes(services));
  api.all('*', (context) => {
    context.header('cache-control', 'private, no-store');
    return errorResponse(context, 'call.unknown');
  });
  return api;
}
