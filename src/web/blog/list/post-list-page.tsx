import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageLayout } from '../../layout/page-layout.tsx';
import type { PageHandle } from '../../root.tsx';
import { feedFormats, feedInfo, feedPath } from '../../seo/feed-formats.ts';
import { useTranslator } from '../../translator.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { loadPostList } from './load-post-list.ts';
import {
  emptyPostFilters,
  hasPostFilters,
  type PostFilters,
  postFiltersQuery,
  postListPath,
} from './post-filters.ts';
import { PostFiltersForm, searchInputId } from './post-filters-form.tsx';
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

function PostListPagination({
  appliedFilters,
  pages,
  onPage,
}: {
  appliedFilters: PostFilters;
  pages: number;
  onPage: (page: number) => void;
}) {
  const t = useTranslator();
  return (
    <Pagination
      current={appliedFilters.page}
      pages={pages}
      messages={{
        label: t('blog.list.pages'),
        previous: t('blog.list.previous'),
        next: t('blog.list.next'),
        page: (page) => t('blog.list.page', { page }),
      }}
      getHref={(page) => postListPath(t.locale, { ...appliedFilters, page })}
      onPage={onPage}
    />
  );
}

export const handle: PageHandle = { bundle: 'blog' };

export function loader(args: LoaderFunctionArgs) {
  return loadPostList(args);
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
  const top = useRef<HTMLElement>(null);
  const { appliedFilters, pendingFilters } = list;

  const openPage = (page: number) => {
    list.setFilters({ page });
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
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
        <PostResults list={list} top={top} />
        <PostListPagination appliedFilters={appliedFilters} pages={list.pages} onPage={openPage} />
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
