import { type LoaderFunctionArgs, redirect } from 'react-router';
import { type ListQuery, publicPageSize } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { notFound } from '../../requests/not-found.ts';
import { type PageLocation, toListedPage } from '../../seo/page-urls.ts';
import { servicesContext } from '../../services.ts';
import { parseListParams } from '../../ui/list/list-params.ts';
import { toListedPost } from '../list/listed-post.ts';

export type PostPage = Awaited<ReturnType<typeof loadPostPage>>;

/** One page of the posts at `path`. Throws 301 to the canonical query, and 404 beyond the last page. */
export async function loadPostPage(
  args: LoaderFunctionArgs,
  path: string,
  filter: Partial<Pick<ListQuery, 'category' | 'tag' | 'author'>>,
) {
  const { blog } = args.context.get(servicesContext);
  const { pathname, searchParams } = new URL(args.request.url);
  const { locale } = splitLocale(pathname);
  const { page } = parseListParams(searchParams);
  if (page === null) throw notFound(args);
  const query = pageQuery(page);
  if (searchParams.getAll('page').join() !== new URLSearchParams(query).getAll('page').join())
    throw redirect(localizedPath(locale, path) + query, 301);
  const list = await blog.listPosts({
    locale,
    page,
    pageSize: publicPageSize,
    search: '',
    category: '',
    tag: '',
    ...filter,
  });
  if (page > 1 && list.posts.length === 0) throw notFound(args);
  return {
    path,
    page,
    pages: Math.ceil(list.totalPosts / publicPageSize),
    posts: list.posts.map(toListedPost),
  };
}

export function pageQuery(page: number): string {
  return page > 1 ? `?page=${page}` : '';
}

/** A page without translated posts in this language isn't indexed. */
export function toPageMetadata({ path, page }: PostPage, listed: readonly Locale[], locale: Locale) {
  const isListed = listed.includes(locale);
  const location: PageLocation = toListedPage(path, listed, locale);
  return { page: location, view: isListed && page === 1 ? null : { query: pageQuery(page), isListed } };
}
