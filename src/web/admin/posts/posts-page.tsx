import Plus from 'lucide-react/icons/plus';
import { useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import type { PageHandle } from '../../root.tsx';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { adminPostsPath } from './admin-post-filters.ts';
import { AdminPostFiltersForm, adminSearchInputId } from './admin-post-filters-form.tsx';
import { AdminPostResults } from './admin-post-results.tsx';
import { useDeletePost } from './delete-post-dialog.tsx';
import { loadAdminPosts } from './load-admin-posts.ts';
import { adminPostsQueryKey, toAdminPostPage, useAdminPosts } from './use-admin-posts.ts';

export const handle: PageHandle = { bundle: 'admin' };

export function loader(args: LoaderFunctionArgs) {
  return loadAdminPosts(args);
}

/** React Query fetches the list of a new URL in the browser. */
export const shouldRevalidate = () => false;

export default function PostsPage() {
  const { filters, list, expiresAt } = useLoaderData<typeof loader>();
  useSessionRenewal(expiresAt);
  return (
    <QueryProvider seeds={[{ key: adminPostsQueryKey(filters), data: toAdminPostPage(filters, list) }]}>
      <PostList />
    </QueryProvider>
  );
}

function PostList() {
  const t = useTranslator();
  const { pageSize, userId, mayPublish, mayDelete } = useLoaderData<typeof loader>();
  const list = useAdminPosts(pageSize);
  const sectionRef = useRef<HTMLElement>(null);
  const deletion = useDeletePost(list, sectionRef, mayDelete);
  const { filters, pendingFilters } = list;
  const mayChange = (post: AdminPostSummary) => canChangePost({ id: userId, mayPublish }, post);

  const openPage = (page: number) => {
    list.setFilters({ page });
    sectionRef.current?.focus({ preventScroll: true });
    sectionRef.current?.scrollIntoView({ block: 'start' });
  };
  const clearFilters = () => {
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
      <AdminPostResults
        list={list}
        sectionRef={sectionRef}
        mayChange={mayChange}
        onDelete={deletion.open}
        onClear={clearFilters}
      />
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
      {deletion.dialog}
    </AdminPage>
  );
}
