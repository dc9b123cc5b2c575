import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { publicPageSize } from '#blog/contract.ts';
import { splitLocale } from '#i18n/localized-path.ts';
import { refuseUnknownLocale } from '../pages/refuse-unknown-locale.ts';
import { servicesContext } from '../services.ts';
import { firstPageQuery, isWordy, listPath, readFilters } from './list-filters.ts';
import { listedPost } from './listed-post.ts';

/** One page of the list. Throws 301 where its address has a shorter one, 404 for a page beyond the last. */
export async function loadList(args: LoaderFunctionArgs) {
  refuseUnknownLocale(args);
  const { blog, onMissingPath } = args.context.get(servicesContext);
  const { pathname, searchParams } = new URL(args.request.url);
  const { locale } = splitLocale(pathname);
  const missing = () => {
    onMissingPath(pathname);
    return data(null, { status: 404 });
  };

  const filters = readFilters(searchParams);
  if (filters === null) throw missing();
  if (isWordy(searchParams, filters)) throw redirect(listPath(locale, filters), 301);
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
      posts: list.posts.map(listedPost),
      totalPosts: list.totalPosts,
      narrowedBy: firstPageQuery(filters),
    },
    categories: categories.map(({ name, slug }) => ({ name, slug })),
    tags: tags.map(({ name, slug }) => ({ name, slug })),
  };
}
