import { Hono } from 'hono';
import type { Services } from '#services.ts';
import { createBlogListRoutes } from './blog-lists.ts';
import { createBlogPostRoute } from './blog-post.ts';
import { createBlogViewRoutes } from './blog-views.ts';
import { errorBody } from './refusal.ts';

/** `/api/blog`: the public blog as JSON. */
export function createBlogRoutes(
  services: Pick<Services, 'blog' | 'preferredLocale' | 'formatError'>,
  publicOrigin: string,
): Hono {
  const api = new Hono();
  api.route('/', createBlogListRoutes(services));
  api.route('/', createBlogPostRoute(services));
  api.route('/', createBlogViewRoutes(services, publicOrigin));
  api.all('*', (context) => {
    const body = errorBody(services, context.req.header('accept-language'), 'call.unknown');
    return context.json(body, 404, { 'cache-control': 'private, no-store' });
  });
  return api;
}
