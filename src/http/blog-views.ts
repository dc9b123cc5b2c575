import { type Context, Hono } from 'hono';
import { validator } from 'hono-openapi';
import { z } from 'zod';
import type { Services } from '#services.ts';
import { describeCall, jsonAnswer, refusal } from './describe-call.ts';
import { isReading } from './judge-reading.ts';
import { refusalOf } from './refusal.ts';

/** One pixel, clear. */
const clearPixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const place = z.object({ id: z.string().describe('`id` of a post, a UUID.') });

const notCounted = 'Crawlers, prefetching browsers and other sites are answered, but are no readers.';

/** The calls that raise the count of a post by one reading. */
export function createBlogViews(
  services: Pick<Services, 'blog' | 'preferredLocale' | 'wordError'>,
  publicOrigin: string,
): Hono {
  const views = new Hono();
  const isCounted = ({ req }: Context) => isReading(req.method, req.raw.headers, publicOrigin);
  const refuse = (context: Context) =>
    context.json(refusalOf(services, context.req.header('accept-language'), 'post.missing'), 404);

  views.post(
    '/posts/:id/views',
    describeCall({
      summary: 'Count one reading',
      description: `The page of a post sends it once it has been looked at. ${notCounted} Nothing about the reader is kept.`,
      curl: `-X POST '{origin}/api/blog/posts/00000000-0000-4000-8000-000000000000/views'`,
      responses: {
        200: jsonAnswer('Counted', z.object({ view_count: z.int() })),
        204: { description: 'Not counted' },
        404: refusal('There is no such published post.'),
        503: refusal('Nothing can be saved right now.'),
      },
    }),
    validator('param', place),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      if (!isCounted(context)) return context.body(null, 204);
      const count = await services.blog.countView(context.req.valid('param').id);
      return count === null ? refuse(context) : context.json({ view_count: count });
    },
  );

  views.get(
    '/posts/:id/views.gif',
    describeCall({
      summary: 'Count one reading without JavaScript',
      description: `A clear picture of one pixel, for the page of a post where scripts are off. ${notCounted}`,
      curl: `-I '{origin}/api/blog/posts/00000000-0000-4000-8000-000000000000/views.gif'`,
      responses: {
        200: { description: 'Counted, or not', content: { 'image/gif': {} } },
        404: refusal('There is no such published post.'),
        503: refusal('Nothing can be saved right now.'),
      },
    }),
    validator('param', place),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      if (isCounted(context) && (await services.blog.countView(context.req.valid('param').id)) === null)
        return refuse(context);
      return context.body(clearPixel, 200, { 'content-type': 'image/gif' });
    },
  );
  return views;
}
