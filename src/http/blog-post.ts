import { Hono } from 'hono';
import { validator } from 'hono-openapi';
import { z } from 'zod';
import { localeSchema, postSchema } from '#blog/contract.ts';
import type { Services } from '#services.ts';
import { validateQuery } from './check-query.ts';
import { publicCacheControl } from './contract.ts';
import { describeApiRoute, errorResponseSpec, jsonResponseSpec } from './describe-call.ts';
import { errorBody } from './refusal.ts';
import { sendPublicJson } from './send-json.ts';

const paramsSchema = z.object({ slug: z.string().describe('In the language asked for, or a former one.') });
const query = z.strictObject({ locale: localeSchema.default('en') });

export function createBlogPostRoute(
  services: Pick<Services, 'blog' | 'preferredLocale' | 'formatError'>,
): Hono {
  const route = new Hono();
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
    validateQuery(services, query),
    async (context) => {
      const { locale } = context.req.valid('query');
      const found = await services.blog.findPost(locale, context.req.valid('param').slug);
      if (found.kind === 'post') return sendPublicJson(context, found.post);
      if (found.kind === 'moved') {
        const location = `/api/blog/posts/${encodeURIComponent(found.slug)}?locale=${locale}`;
        return context.body(null, 301, {
          location,
          'cache-control': publicCacheControl,
          'access-control-allow-origin': '*',
        });
      }
      const body = errorBody(services, context.req.header('accept-language'), 'post.missing');
      return context.json(body, 404, { 'cache-control': 'private, no-store' });
    },
  );
  return route;
}
