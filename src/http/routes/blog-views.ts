import { Hono } from 'hono';
import { validator } from 'hono-openapi';
import { isbot } from 'isbot';
import { z } from 'zod';
import type { AppContext, AppEnv, Services } from '../context.ts';
import { isSameOrigin } from '../middleware/same-origin.ts';
import { errorResponse } from '../responses/error-response.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './openapi/describe-route.ts';

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
  return from === null || isSameOrigin(URL.parse(from)?.origin ?? from, headers, publicOrigin);
}

const clearPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const paramsSchema = z.object({ id: z.string().describe('`id` of a post, a UUID.') });

const notCounted = 'Crawlers, prefetching browsers and other sites are answered, but are no readers.';

export function createBlogViewRoutes({ blog }: Pick<Services, 'blog'>): Hono<AppEnv> {
  const views = new Hono<AppEnv>();
  const isCounted = ({ req, var: { publicOrigin } }: AppContext) =>
    isPageView(req.method, req.raw.headers, publicOrigin);

  views.post(
    '/posts/:id/views',
    describeApiRoute({
      summary: 'Count one reading',
      description: `The page of a post sends it once it has been looked at. ${notCounted} Nothing about the reader is kept.`,
      curl: `-X POST '{origin}/api/blog/posts/00000000-0000-4000-8000-000000000000/views'`,
      responses: {
        200: jsonResponseSpec('Counted', z.object({ view_count: z.int() })),
        204: { description: 'Not counted' },
        404: errorResponseSpec('There is no such published post.'),
        503: errorResponseSpec('Nothing can be saved right now.'),
      },
    }),
    validator('param', paramsSchema),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      if (!isCounted(context)) return context.body(null, 204);
      const count = await blog.recordView(context.req.valid('param').id);
      return count === null ? errorResponse(context, 'post.missing') : context.json({ view_count: count });
    },
  );

  views.get(
    '/posts/:id/views.gif',
    describeApiRoute({
      summary: 'Count one reading without JavaScript',
      description: `A clear picture of one pixel, for the page of a post where scripts are off. ${notCounted}`,
      curl: `-I '{origin}/api/blog/posts/00000000-0000-4000-8000-000000000000/views.gif'`,
      responses: {
        200: { description: 'Counted, or not', content: { 'image/gif': {} } },
        404: errorResponseSpec('There is no such published post.'),
        503: errorResponseSpec('Nothing can be saved right now.'),
      },
    }),
    validator('param', paramsSchema),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      if (isCounted(context) && (await blog.recordView(context.req.valid('param').id)) === null)
        return errorResponse(context, 'post.missing');
      return context.body(clearPixel, 200, { 'content-type': 'image/gif' });
    },
  );
  return views;
}
