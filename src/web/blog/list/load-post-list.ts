import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { publicPageSize } from '#blog/contract.ts';
import { splitLocale } from '#i18n/localized-path.ts';
import { servicesContext } from '../../services.ts';
import { requireKnownLocale } from '../../site/require-known-locale.ts';
import { toListedPost } from './listed-post.ts';
import { firstPageQuery, hasRedundantParams, parsePostFilters, postListPath } from './post-filters.ts';

/** Throws 301 to the canonical URL, and 404 beyond the last page. */
export async function loadPostList(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { blog, onMissingPath } = args.context.get(servicesContext);
  const { pathname, searchParams } = new URL(args.request.url);
  const { locale } = splitLocale(pathname);
  const missing = () => {
    onMissingPath(pathname);
    return data(null, { status: 404 });
  };

  const filters = parsePostFilters(searchParams);
  if (filters === null) throw missing();
  if (hasRedundantParams(searchParams, filters)) throw redirect(postListPath(locale, filters), 301);
  const [list, categories, tags] = await Promise.all([
    blog.listPosts({ ...filters, locale, pageSize: publicPageSize }),
    blog.listCategories(locale),
    blog.listTags(locale),
  ]);
  if (filters.page > 1 && list.posts.length === 0) throw missing();
  return {
    filters,
    pageSize: publicPageSize,
    list: {
      posts: list.posts.map(toListedPost),
      totalPosts: list.totalPosts,
      filterQuery: firstPageQuery(filters),
    },
    categories: categories.map(({ name, slug }) => ({ name, slug })),
    tags: tags.map(({ name, slug }) => ({ name, slug })),
  };
}
