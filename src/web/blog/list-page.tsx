import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { SubPage } from '../pages/sub-page.tsx';
import type { PageHandle } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { ActiveFilters } from './active-filters.tsx';
import { FeedLinks } from './feed-links.tsx';
import { postsKey } from './fetch-posts.ts';
import { isFiltered, listQuery, noFilters } from './list-filters.ts';
import { ListForm, searchBoxId } from './list-form.tsx';
import { ListPagination } from './list-pagination.tsx';
import { ListResults } from './list-results.tsx';
import { loadList } from './load-list.ts';
import { BlogQueries } from './query-client.tsx';
import { usePostList } from './use-post-list.ts';

export const handle: PageHandle = { words: 'blog' };

export function loader(args: LoaderFunctionArgs) {
  return loadList(args);
}

/** In an open page the cache asks for what another address lists. */
export const shouldRevalidate = () => false;

export default function ListPage() {
  const t = useTranslator();
  const { filters, list } = useLoaderData<typeof loader>();
  return (
    <BlogQueries seeds={[{ key: postsKey(t.locale, filters), data: list }]}>
      <List />
    </BlogQueries>
  );
}

function List() {
  const t = useTranslator();
  const { categories, tags, pageSize } = useLoaderData<typeof loader>();
  const list = usePostList(pageSize);
  const top = useRef<HTMLElement>(null);
  const { asked, wanted } = list;

  const turnTo = (page: number) => {
    list.choose({ page });
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  const clear = () => {
    list.choose(noFilters);
    document.getElementById(searchBoxId)?.focus();
  };

  return (
    <SubPage
      kind="CollectionPage"
      page="/blog"
      title={asked.page > 1 ? t('blog.list.title_page', { page: asked.page }) : t('blog.list.title')}
      description={t('blog.list.description')}
      view={viewOf(asked)}
      name={t('nav.blog')}
      heading={t('blog.list.heading')}
      intro={t('blog.list.intro')}
    >
      <div className="turn turn-start turn-last px-5 py-12 sm:px-12 sm:py-16">
        <ListForm
          wanted={wanted}
          categories={categories}
          tags={tags}
          onSearch={list.search}
          onChoose={list.choose}
        />
        <ActiveFilters wanted={wanted} categories={categories} tags={tags} onClear={clear} />
        <ListResults list={list} top={top} />
        <ListPagination asked={asked} pages={list.pages} onPage={turnTo} />
        <FeedLinks />
      </div>
    </SubPage>
  );
}

/** A page of the whole list stands for itself; a narrowed list is no page for search engines, and points to the whole. */
function viewOf(asked: Parameters<typeof isFiltered>[0] & { page: number }) {
  if (isFiltered(asked)) return { query: '', isListed: false };
  return asked.page > 1 ? { query: listQuery(asked), isListed: true } : null;
}
