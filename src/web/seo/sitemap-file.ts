import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../services.ts';
import { answerFile, answerMissingFile } from './answer-file.ts';
import { sitemapIndex, sitemapLocale, sitemapOf } from './sitemap.ts';

/** `/sitemap.xml`, the index, and `/sitemap-de.xml` for each language. Any other `.xml` is missing. */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  const { publicOrigin, onMissingPath } = context.get(servicesContext);
  const name = params.name ?? '';
  const locale = sitemapLocale(name);
  if (name !== 'sitemap' && locale === null) {
    onMissingPath(new URL(request.url).pathname);
    return answerMissingFile();
  }
  return answerFile(request, {
    body: locale ? sitemapOf(locale, publicOrigin) : sitemapIndex(publicOrigin),
    contentType: 'application/xml; charset=utf-8',
    maxAgeSeconds: 3600,
  });
}
