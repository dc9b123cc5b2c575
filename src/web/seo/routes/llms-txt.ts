import type { LoaderFunctionArgs } from 'react-router';
import { splitLocale } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { servicesContext } from '../../services.ts';
import { fileNotFoundResponse } from '../file-response.ts';
import { renderLlmsTxt } from '../llms.ts';

const newestPosts = 20;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, publicOrigin, onMissingPath } = context.get(servicesContext);
  const { pathname } = new URL(request.url);
  const { locale, path } = splitLocale(pathname);
  if (path !== '/llms.txt') {
    onMissingPath(pathname);
    return fileNotFoundResponse();
  }
  const query = { locale, page: 1, pageSize: newestPosts, search: '', category: '', tag: '' };
  const { posts } = await blog.listPosts(query);
  const body = renderLlmsTxt(serverTranslator(locale), publicOrigin, posts);
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
