import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { publicPageSize } from '#blog/contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { PageLayout } from '../../layout/page-layout.tsx';
import { categoryPath, tagPath } from '../../paths.ts';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { clientNetworkHeader } from '../../request-contract.ts';
import { notFound, requireKnownLocale } from '../../requests/not-found.ts';
import { feedFormats, feedInfo, feedPath } from '../../seo/feed-formats.ts';
import type { PageView } from '../../seo/page-head.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { toListedPost } from './listed-post.ts';
import {
  emptyPostFilters,
  hasPostFilters,
  hasRedundantParams,
  isSearchOnly,
  type PostFilters,
  parsePostFilters,
  postFiltersQuery,
  postListPath,
} from './post-filters.ts';
import { ActiveFilters, PostFiltersForm } from './post-filters-form.tsx';
import { PostResults } from './post-list.tsx';
import { partIds } from './start-list.ts';

function FeedLinks() {
  const t = useTranslator();
  return (
    <p className="mt-10 flex flex-wrap items-center gap-x-4 border-t border-line pt-4 text-sm text-muted">
      {t('blog.list.follow')}
      {feedFormats.map((format) => (
        <a
          key={format}
          href={feedPath(t.locale, format)}
          type={feedInfo[format].type}
          className="inline-block rounded py-1.5 underline underline-offset-4 hover:text-accent"
        >
          {feedInfo[format].name}
        </a>
      ))}
    </p>
  );
}

export const handle: PageHandle = { entry: 'list' };

/** Throws 301 to the canonical URL, and 404 beyond the last page. */
export async function loader(args: LoaderFunctionArgs) {
  requireKnownLocale(args);
  const { blog, figures } = args.context.get(servicesContext);
  const { pathname, searchParams } = new URL(args.request.url);
  const { locale } = splitLocale(pathname);
  const filters = parsePostFilters(searchParams);
  if (filters === null) throw notFound(args);
  if (hasRedundantParams(searchParams, filters)) throw redirect(postListPath(locale, filters), 301);
  const [list, categories, tags] = await Promise.all([
    blog.listPosts({ ...filters, locale, pageSize: publicPageSize }),
    blog.listCategories(locale),
    blog.listTags(locale),
  ]);
  if (filters.page > 1 && list.posts.length === 0) throw notFound(args);
  if (list.totalPosts === 0 && isSearchOnly(filters))
    figures.recordSearchWithoutResults({
      locale,
      text: filters.search,
      userAgent: args.request.headers.get('user-agent'),
      client: args.request.headers.get(clientNetworkHeader) ?? '',
    });
  return {
    filters,
    pages: Math.ceil(list.totalPosts / publicPageSize),
    list: { posts: list.posts.map(toListedPost), totalPosts: list.totalPosts },
    categories: categories.map(({ name, slug }) => ({ name, slug })),
    tags: tags.map(({ name, slug }) => ({ name, slug })),
  };
}

export type LoadedList = Awaited<ReturnType<typeof loader>>;

export default function PostListPage() {
  return <PostList {...useLoaderData<typeof loader>()} />;
}

export function PostList({ filters, pages, list, categories, tags }: LoadedList) {
  const t = useTranslator();
  return (
    <PageLayout
      kind="CollectionPage"
      page="/blog"
      title={filters.page > 1 ? t('blog.list.title_page', { page: filters.page }) : t('blog.list.title')}
      description={t('blog.list.description')}
      view={toListView(t.locale, filters, categories, tags)}
      name={t('nav.blog')}
      heading={t('blog.list.heading')}
      intro={t('blog.list.intro')}
    >
      <div className="turn turn-start turn-last px-5 py-12 sm:px-12 sm:py-16">
        <PostFiltersForm filters={filters} categories={categories} tags={tags} />
        <div id={partIds.activeFilters}>
          <ActiveFilters filters={filters} categories={categories} tags={tags} />
        </div>
        <PostResults {...list} />
        <div id={partIds.pages}>
          <Pagination
            current={filters.page}
            pages={pages}
            messages={{
              label: t('blog.list.pages'),
              previous: t('blog.list.previous'),
              next: t('blog.list.next'),
              page: (page) => t('blog.list.page', { page }),
            }}
            getHref={(page) => postListPath(t.locale, { ...filters, page })}
          />
        </div>
        <FeedLinks />
      </div>
    </PageLayout>
  );
}

/**
 * The list of one category or tag has its page as the canonical URL. Other filtered lists are not indexed and have the
 * unfiltered list.
 */
export function toListView(
  locale: Locale,
  filters: PostFilters,
  categories: LoadedList['categories'],
  tags: LoadedList['tags'],
): PageView | null {
  const { search, category, tag, page } = filters;
  const isKnown = (taxa: LoadedList['tags'], slug: string) => taxa.some((taxon) => taxon.slug === slug);
  const query = postFiltersQuery({ ...emptyPostFilters, page });
  if (search === '' && tag === '' && isKnown(categories, category))
    return { path: localizedPath(locale, categoryPath(category)), query, isListed: true };
  if (search === '' && category === '' && isKnown(tags, tag))
    return { path: localizedPath(locale, tagPath(tag)), query, isListed: true };
  if (hasPostFilters(filters)) return { query: '', isListed: false };
  return page > 1 ? { query, isListed: true } : null;
}
