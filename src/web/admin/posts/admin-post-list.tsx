import Plus from 'lucide-react/icons/plus';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import { Island } from '../../rendering/island.tsx';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { type AdminFrame, AdminPage } from '../admin-page.tsx';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { AdminPostFilterForm, adminSearchInputId } from './admin-post-filter-form.tsx';
import { adminPostsPath, noAdminPostFilters } from './admin-post-filters.ts';
import { AdminPostResults } from './admin-post-results.tsx';
import { useDeletePost } from './delete-post-dialog.tsx';
import type { AdminPostListData } from './load-admin-post-list.ts';
import { useAdminPosts } from './use-admin-posts.ts';

/** Runs without the router. */
export function AdminPostList({
  filters: initialFilters,
  list: initialPage,
  pageSize,
  options,
  hasModel,
  openSteps,
  userId,
  mayPublish,
  mayDelete,
  expiresAt,
}: AdminPostListData) {
  const t = useTranslator();
  useSessionRenewal(expiresAt);
  const list = useAdminPosts(initialFilters, initialPage, { pageSize });
  const deletion = useDeletePost(list, mayDelete);
  const { appliedFilters: filters, pendingFilters } = list;
  const mayChange = (post: AdminPostSummary) => canChangePost({ id: userId, mayPublish }, post);

  const clearFilters = () => {
    list.setFilters(noAdminPostFilters);
    document.getElementById(adminSearchInputId)?.focus();
  };

  return (
    <AdminPage
      path="/admin/blog"
      isWide
      title={t('admin.blog.title')}
      subtitle={t('admin.blog.subtitle')}
      actions={
        <a href={`/admin/blog/new?locale=${filters.locale}`} className={buttonClass()}>
          <Plus aria-hidden="true" className="size-5" />
          {t('admin.blog.new')}
        </a>
      }
    >
      {openSteps > 0 && (
        <a
          href="/admin/start"
          className="mt-2 inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
        >
          {t('admin.blog.open_steps', { count: openSteps })}
        </a>
      )}
      <div className="mt-4">
        <AdminPostFilterForm
          filters={pendingFilters}
          options={options}
          onSearch={list.search}
          onChoose={list.setFilters}
        />
      </div>
      <AdminPostResults
        list={list}
        permissions={{ mayPublish, mayDelete, hasModel }}
        tags={options.tags}
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
        onPage={list.openPage}
      />
      {deletion.dialog}
    </AdminPage>
  );
}

export const adminPostListIslandId = 'admin-posts';

export interface AdminPostListIslandProps {
  data: AdminPostListData;
  frame: AdminFrame;
}

/** The part of the page that `entries/admin-posts.tsx` hydrates. */
export function AdminPostListIsland(props: AdminPostListIslandProps) {
  return (
    <Island id={adminPostListIslandId} props={props}>
      <AdminPostList {...props.data} />
    </Island>
  );
}
