import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { PageLayout } from '../pages/sub-page.tsx';
import type { PageHandle } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { FeedLinks } from './feed-links.tsx';
import { postListQueryKey } from './fetch-posts.ts';
import { emptyPostFilters, hasPostFilters, postFiltersQuery } from './list-filters.ts';
import { PostFiltersForm, searchInputId } from './list-form.tsx';
import { PostListPagination } from './list-pagination.tsx';
import { PostResults } from './list-results.tsx';
import { loadPostList } from './load-list.ts';
import { QueryProvider } from './query-client.tsx';
import { usePostList } from './use-post-list.ts';

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
function toListView(asked: Parameters<typeof hasPostFilters>[0] & { page: number }) {
  if (hasPostFilters(asked)) return { query: '', isListed: false };
  return asked.page > 1 ? { query: postFiltersQuery(asked), isListed: true } : null;
}
