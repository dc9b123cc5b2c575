import { Hono } from 'hono';
import { validator } from 'hono-openapi';
import { isbot } from 'isbot';
import { z } from 'zod';
import {
  categorySchema,
  listQuerySchema,
  localeSchema,
  postSchema,
  postSummarySchema,
  tagSchema,
} from '#blog/contract.ts';
import type { AppContext, AppEnv, Services } from '../context.ts';
import { publicCacheControl } from '../contract.ts';
import { isOwnOrigin } from '../middleware/same-origin.ts';
import { validateQuery } from '../middleware/validate-request.ts';
import { sendPublicJson } from '../responses/cached-response.ts';
import { errorResponse } from '../responses/error-response.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './openapi/describe-route.ts';

const postsQuery = z.strictObject({
  ...listQuerySchema.shape,
  fields: z.enum(['all', 'summary']).default('all').describe('`summary` omits the content of each post.'),
});
const slugParam = z.object({
  slug: z.string().describe('The slug in the requested language, or a former slug.'),
});
const idParam = z.object({ id: z.string().describe('The `id` of a post, a UUID.') });
const localeQuery = z.strictObject({ locale: localeSchema.default('en') });

const postListSchema = z.object({
  posts: z.array(z.union([postSchema, postSummarySchema])),
  totalPosts: z.int().describe('The number of matching published posts on all pages.'),
});
const badRequestSpec = errorResponseSpec('A parameter is unknown, repeated or out of range.');

const clearPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const notCounted =
  'Requests from crawlers, prefetching browsers and other sites get a response but are not counted.';

/** Below `/api/blog`. */
export function createBlogRoutes({ blog, figures }: Pick<Services, 'blog' | 'figures'>): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const isCounted = ({ req, var: { publicOrigin } }: AppContext) =>
    isPageView(req.method, req.raw.headers, publicOrigin);

  api.get(
    '/posts',
    describeApiRoute({
      summary: 'List the published posts of one language',
      description:
        'Newest first, with category and tags. In a search, matches in title or excerpt come first, then matches in ' +
        'the content. Filters are combined with AND.',
      curl: `'{origin}/api/blog/posts?locale=de&pageSize=3&fields=summary'`,
      responses: { 200: jsonResponseSpec('One page of posts', postListSchema), 400: badRequestSpec },
    }),
    validateQuery(postsQuery),
    async (context) => {
      const { fields, ...query } = context.req.valid('query');
      const list = await (fields === 'summary' ? blog.listPosts(query) : blog.listPostsWithContent(query));
      const { locale, search, category, tag, author } = query;
      if (list.totalPosts === 0 && search && !category && !tag && !author)
        figures.recordSearchWithoutResults({
          locale,
          text: search,
          userAgent: context.req.header('user-agent') ?? null,
          client: context.var.client.network,
        });
      return sendPublicJson(context, { posts: list.posts, totalPosts: list.totalPosts });
    },
  );

  api.get(
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

  api.get(
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

  api.get(
    '/posts/:slug',
    describeApiRoute({
      summary: 'Read one post',
      description: 'The content is sanitized HTML. This request does not count a view.',
      curl: `-L '{origin}/api/blog/posts/what-we-do-not-store?locale=en'`,
      responses: {
        200: jsonResponseSpec('The post', postSchema),
        301: { description: 'The slug of the post has changed. Its new URL is in `Location`.' },
        400: errorResponseSpec('The language is unknown.'),
        404: errorResponseSpec('No published post in this language has or had this slug.'),
      },
    }),
    validator('param', slugParam),
    validateQuery(localeQuery),
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

  api.post(
    '/posts/:id/views',
    describeApiRoute({
      summary: 'Count a page view',
      description: `The page of a post sends this request once the post has been viewed. ${notCounted} Nothing about the reader is stored.`,
      curl: `-X POST '{origin}/api/blog/posts/00000000-0000-4000-8000-000000000000/views'`,
      responses: {
        200: jsonResponseSpec('Counted', z.object({ view_count: z.int() })),
        204: { description: 'Not counted' },
        404: errorResponseSpec('There is no such published post.'),
        503: errorResponseSpec('Nothing can be saved right now.'),
      },
    }),
    validator('param', idParam),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      if (!isCounted(context)) return context.body(null, 204);
      const count = await blog.recordView(context.req.valid('param').id);
      return count === null ? errorResponse(context, 'post.missing') : context.json({ view_count: count });
    },
  );

  api.get(
    '/posts/:id/views.gif',
    describeApiRoute({
      summary: 'Count a page view without JavaScript',
      description: `A transparent 1×1 image for the page of a post if scripts are turned off. ${notCounted}`,
      curl: `-I '{origin}/api/blog/posts/00000000-0000-4000-8000-000000000000/views.gif'`,
      responses: {
        200: { description: 'Counted, or not', content: { 'image/gif': {} } },
        404: errorResponseSpec('There is no such published post.'),
        503: errorResponseSpec('Nothing can be saved right now.'),
      },
    }),
    validator('param', idParam),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      if (isCounted(context) && (await blog.recordView(context.req.valid('param').id)) === null)
        return errorResponse(context, 'post.missing');
      return context.body(clearPixel, 200, { 'content-type': 'image/gif' });
    },
  );
  api.all('*', (context) => {
    context.header('cache-control', 'private, no-store');
    return errorResponse(context, 'call.unknown');
  });
  return api;
}

/** Checks Origin or Referer for browsers without Sec-Fetch headers (old ones, and all on plain HTTP). */
export function isPageView(method: string, headers: Headers, publicOrigin: string): boolean {
  const agent = headers.get('user-agent');
  const isPrefetch = ['sec-purpose', 'purpose'].some((name) =>
    /prefetch|prerender/i.test(headers.get(name) ?? ''),
  );
  if (method === 'HEAD' || !agent || isbot(agent) || isPrefetch) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = headers.get('origin') ?? headers.get('referer');
  return from === null || isOwnOrigin(URL.parse(from)?.origin ?? from, headers, publicOrigin);
}
