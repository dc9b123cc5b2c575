import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { publicPageSize } from '#blog/contract.ts';
import { splitLocale } from '#i18n/localized-path.ts';
import { PageLayout } from '../../layout/page-layout.tsx';
import type { PageHandle } from '../../root.tsx';
import { feedFormats, feedInfo, feedPath } from '../../seo/feed-formats.ts';
import { servicesContext } from '../../services.ts';
import { requireKnownLocale } from '../../site/require-known-locale.ts';
import { useTranslator } from '../../translator.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { toListedPost } from './listed-post.ts';
import {
  emptyPostFilters,
  firstPageQuery,
  hasPostFilters,
  hasRedundantParams,
  type PostFilters,
  parsePostFilters,
  postFiltersQuery,
  postListPath,
} from './post-filters.ts';
import { ActiveFilters, PostFiltersForm, searchInputId } from './post-filters-form.tsx';
import { PostResults } from './post-list.tsx';
import { postListQueryKey, usePostList } from './use-post-list.ts';

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

export const handle: PageHandle = { bundle: 'blog' };

/** Throws 301 to the canonical URL, and 404 beyond the last page. */
export async function loader(args: LoaderFunctionArgs) {
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

/** React Query fetches the list of a new URL in the browser. */
export const shouldRevalidate = () => false;

export default function PostListPage() {
  const t = useTranslator();
  const { filters, list } = useLoaderData<typeof loader>();
  return (
    <QueryProvider seeds={[{ key: postListQueryKey(t.locale, filters), data: list }]}>
      <List />
    </QueryProvider>
  );
}

function List() {
  const t = useTranslator();
  const { categories, tags, pageSize } = useLoaderData<typeof loader>();
  const list = usePostList(pageSize);
  const { appliedFilters, pendingFilters } = list;
  const clear = () => {
    list.setFilters(emptyPostFilters);
    document.getElementById(searchInputId)?.focus();
  };

  return (
    <PageLayout
      kind="CollectionPage"
      page="/blog"
      title={
        appliedFilters.page > 1
          ? t('blog.list.title_page', { page: appliedFilters.page })
          : t('blog.list.title')
      }
      description={t('blog.list.description')}
      view={toListView(appliedFilters)}
      name={t('nav.blog')}
      heading={t('blog.list.heading')}
      intro={t('blog.list.intro')}
    >
      <div className="turn turn-start turn-last px-5 py-12 sm:px-12 sm:py-16">
        <PostFiltersForm
          filters={pendingFilters}
          categories={categories}
          tags={tags}
          onSearch={list.search}
          onChoose={list.setFilters}
        />
        <ActiveFilters filters={pendingFilters} categories={categories} tags={tags} onClear={clear} />
        <PostResults list={list} />
        <Pagination
          current={appliedFilters.page}
          pages={list.pages}
          messages={{
            label: t('blog.list.pages'),
            previous: t('blog.list.previous'),
            next: t('blog.list.next'),
            page: (page) => t('blog.list.page', { page }),
          }}
          getHref={(page) => postListPath(t.locale, { ...appliedFilters, page })}
          onPage={list.openPage}
        />
        <FeedLinks />
      </div>
    </PageLayout>
  );
}

/** Filtered lists are not indexed and have the unfiltered list as their canonical URL. */
function toListView(filters: PostFilters) {
  if (hasPostFilters(filters)) return { query: '', isListed: false };
  return filters.page > 1 ? { query: postFiltersQuery(filters), isListed: true } : null;
}
