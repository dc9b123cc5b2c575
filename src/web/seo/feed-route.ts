import type { LoaderFunctionArgs } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { servicesContext } from '../services.ts';
import { listNewestTranslated, renderFeed } from './feed.ts';
import { feedFormats, feedInfo } from './feed-formats.ts';
import { fileNotFoundResponse } from './file-response.ts';

const newestPosts = 20;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, publicOrigin } = context.get(servicesContext);
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const format = feedFormats.find((name) => feedInfo[name].path === path);
  if (!format) return fileNotFoundResponse({ request, context });
  const posts = await listNewestTranslated(blog, locale, newestPosts);
  const rendered = posts.map((post) => ({ ...post, content: blog.renderContent(post.content).html }));
  const body = renderFeed(format, { t: serverTranslator(locale), publicOrigin, posts: rendered });
  return new Response(body, {
    headers: {
      'content-type': `${feedInfo[format].type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
