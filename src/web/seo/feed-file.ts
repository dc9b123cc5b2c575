import type { LoaderFunctionArgs } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { servicesContext } from '../services.ts';
import { answerMissingFile } from './answer-file.ts';
import { writeFeed } from './feed.ts';
import { feedFormats, feeds } from './feed-addresses.ts';
import { newestTranslated } from './newest-translated.ts';

/** Posts in a feed. */
const newestPosts = 20;

/** `/feed.xml`, `/de/atom.xml` and their like. Any site may read them: they are made to be read elsewhere. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, publicOrigin, onMissingPath } = context.get(servicesContext);
  const { pathname } = new URL(request.url);
  const { locale, path } = splitLocale(pathname);
  const format = feedFormats.find((name) => feeds[name].path === path);
  if (!format) {
    onMissingPath(pathname);
    return answerMissingFile();
  }
  const posts = await newestTranslated(blog, locale, newestPosts);
  const rendered = posts.map((post) => ({ ...post, content: blog.renderContent(post.content).html }));
  const body = writeFeed(format, { t: serverTranslator(locale), publicOrigin, posts: rendered });
  return new Response(body, {
    headers: {
      'content-type': `${feeds[format].type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
