import Plus from 'lucide-react/icons/plus';
import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { AdminPostSummary } from '#desk/contract.ts';
import { QueryProvider } from '../blog/query-client.tsx';
import type { PageHandle } from '../root.tsx';
import { useTranslator } from '../translation.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { AdminPage } from './admin-page.tsx';
import { adminPostsPath } from './list/desk-filters.ts';
import { AdminPostFiltersForm, adminSearchInputId } from './list/desk-form.tsx';
import { AdminPostResults } from './list/desk-results.tsx';
import { loadAdminPosts } from './list/load-desk-list.ts';
import { adminPostsQueryKey, toAdminPostPage, useAdminPosts } from './list/use-desk-list.ts';
import { useDeletePost } from './list/use-removal.tsx';
import { useSessionRenewal } from './use-kept-session.ts';

export const handle: PageHandle = { bundle: 'admin' };

export function loader(args: LoaderFunctionArgs) {
  return loadAdminPosts(args);
}

/** React Query fetches the list of a new URL in the browser. */
export const shouldRevalidate = () => false;

export default function PostsPage() {
  const { asked, list, expiresAt } = useLoaderData<typeof loader>();
  useSessionRenewal(expiresAt);
  return (
    <QueryProvider seeds={[{ key: adminPostsQueryKey(asked), data: toAdminPostPage(asked, list) }]}>
      <PostList />
    </QueryProvider>
  );
}

function PostList() {
  const t = useTranslator();
  const { pageSize, userId, mayPublish, mayDelete } = useLoaderData<typeof loader>();
  const list = useAdminPosts(pageSize);
  const top = useRef<HTMLElement>(null);
  const removal = useDeletePost(list, top, mayDelete);
  const { filters, pendingFilters } = list;
  const mayChange = (post: AdminPostSummary) =>
    mayPublish || (post.author_id === userId && post.status !== 'published');

  const openPage = (page: number) => {
    list.setFilters({ page });
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  const clear = () => {
    list.setFilters({ search: '', status: '' });
    document.getElementById(adminSearchInputId)?.focus();
  };

  return (
    <AdminPage
      path="/admin/blog"
      title={t('admin.blog.title')}
      subtitle={t('admin.blog.subtitle')}
      actions={
        <a href={`/admin/blog/new?locale=${filters.locale}`} className={buttonClass()}>
          <Plus aria-hidden="true" className="size-5" />
          {t('admin.blog.new')}
        </a>
      }
    >
      <div className="mt-8">
        <AdminPostFiltersForm filters={pendingFilters} onSearch={list.search} onChoose={list.setFilters} />
      </div>
      <AdminPostResults list={list} top={top} mayChange={mayChange} onRemove={removal.open} onClear={clear} />
      <Pagination
        current={filters.page}
        pages={list.pages}
        messages={{
          label: t('admin.blog.pages'),
          previous: t('admin.blog.previous'),
          next: t('admin.blog.next'),
          page: (page) => t('admin.blog.page', { page }),
        }}
        getHref={(page) => adminPostsPath({ ...filters, page })}
        onPage={openPage}
      />
      {removal.dialog}
    </AdminPage>
  );
}
