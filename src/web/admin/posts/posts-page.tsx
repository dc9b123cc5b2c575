import Plus from 'lucide-react/icons/plus';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type AdminPostSummary, adminPageSize } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';
import { AdminPostFiltersForm, adminSearchInputId } from './admin-post-filters-form.tsx';
import { AdminPostResults } from './admin-post-results.tsx';
import { useDeletePost } from './delete-post-dialog.tsx';
import { adminPostsQueryKey, toAdminPostPage, useAdminPosts } from './use-admin-posts.ts';

export const handle: PageHandle = { bundle: 'admin' };

/** Throws a redirect to the last page if the requested page is beyond it. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const { user, session } = requireSession(context);
  const { accounts, editor } = context.get(servicesContext);
  const filters = parseAdminPostFilters(url.searchParams);
  const list = await editor.listPosts(filters);
  if (filters.page > 1 && list.posts.length === 0) {
    const lastPage = Math.max(1, Math.ceil(list.totalPosts / adminPageSize));
    throw redirect(adminPostsPath({ ...filters, page: Math.min(lastPage, filters.page - 1) }), 303);
  }
  return {
    filters,
    list,
    pageSize: adminPageSize,
    userId: user.id,
    mayPublish: accounts.can(user, 'post.publish'),
    mayDelete: accounts.can(user, 'post.delete'),
    expiresAt: session.expiresAt.getTime(),
  };
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
  const deletion = useDeletePost(list, mayDelete);
  const { appliedFilters: filters, pendingFilters } = list;
  const mayChange = (post: AdminPostSummary) => canChangePost({ id: userId, mayPublish }, post);

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
      <AdminPostResults list={list} mayChange={mayChange} onDelete={deletion.open} onClear={clearFilters} />
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
        onPage={list.openPage}
      />
      {deletion.dialog}
    </AdminPage>
  );
}
