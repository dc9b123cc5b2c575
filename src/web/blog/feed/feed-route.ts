import type { LoaderFunctionArgs } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { fileNotFoundResponse } from '../../requests/file-response.ts';
import { feedFormats, feedInfo } from '../../seo/feed-formats.ts';
import { servicesContext } from '../../services.ts';
import { renderPostContent } from '../render-post-content.ts';
import { listNewestTranslated, renderFeed } from './feed.ts';

const newestPosts = 20;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, publicOrigin, settings } = context.get(servicesContext);
  const { siteName, icon } = settings.site();
  const { locale, path } = splitLocale(new URL(request.url).pathname);
  const format = feedFormats.find((name) => feedInfo[name].path === path);
  if (!format) return fileNotFoundResponse({ request, context });
  const posts = await listNewestTranslated(blog, locale, newestPosts);
  const t = serverTranslator(locale, siteName);
  const rendered = await Promise.all(
    posts.map(async (post) => ({ ...post, content: (await renderPostContent(blog, post.content, t)).html })),
  );
  const body = renderFeed(format, { t, publicOrigin, icon, posts: rendered });
  return new Response(body, {
    headers: {
      'content-type': `${feedInfo[format].type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
