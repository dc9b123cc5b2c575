import type { LoaderFunctionArgs } from 'react-router';
import type { BlogReader } from '#blog/contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { servicesContext } from '../../services.ts';
import { fileNotFoundResponse } from '../file-response.ts';
import {
  countSitemaps,
  parseSitemapName,
  postsPerSitemap,
  renderSitemap,
  renderSitemapIndex,
} from '../sitemap.ts';

/** The index `/sitemap.xml`, and `/sitemap-de.xml`, `/sitemap-de-2.xml` for each language. */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { blog, publicOrigin, onMissingPath } = context.get(servicesContext);
  const xml = await writeSitemap(blog, publicOrigin, params.name ?? '');
  if (xml === null) {
    onMissingPath(new URL(request.url).pathname);
    return fileNotFoundResponse();
  }
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
}

async function writeSitemap(blog: BlogReader, publicOrigin: string, name: string): Promise<string | null> {
  if (name === 'sitemap') return renderSitemapIndex(publicOrigin, await countPostsByLocale(blog));
  const file = parseSitemapName(name);
  if (!file || file.number > countSitemaps(await blog.countPosts(file.locale))) return null;
  const clusters = await blog.listTranslationGroups(
    file.locale,
    (file.number - 1) * postsPerSitemap,
    postsPerSitemap,
  );
  return renderSitemap(file, publicOrigin, clusters);
}

async function countPostsByLocale(blog: BlogReader): Promise<Record<Locale, number>> {
  const counts = await Promise.all(
    locales.map(async (locale) => [locale, await blog.countPosts(locale)] as const),
  );
  return Object.fromEntries(counts) as Record<Locale, number>;
}
