import { Hono } from 'hono';
import type { Services } from '#services.ts';
import { createBlogLists } from './blog-lists.ts';
import { createBlogPost } from './blog-post.ts';
import { createBlogViews } from './blog-views.ts';
import { refusalOf } from './refusal.ts';

/** `/api/blog`: what readers see of the blog, as data. */
export function createBlogApi(
  services: Pick<Services, 'blog' | 'preferredLocale' | 'wordError'>,
  publicOrigin: string,
): Hono {
  const api = new Hono();
  api.route('/', createBlogLists(services));
  api.route('/', createBlogPost(services));
  api.route('/', createBlogViews(services, publicOrigin));
  api.all('*', (context) => {
    const refused = refusalOf(services, context.req.header('accept-language'), 'call.unknown');
    return context.json(refused, 404, { 'cache-control': 'private, no-store' });
  });
  return api;
}
