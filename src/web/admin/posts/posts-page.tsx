import Plus from 'lucide-react/icons/plus';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import {
  type AdminPostQuery,
  type AdminPostSummary,
  adminPageSize,
  type PostStatus,
} from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import { locales } from '#i18n/locales.ts';
import type { PageHandle } from '../../root.tsx';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { FilterForm, FilterSelect, SearchField } from '../../ui/filter-form.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { postLanguageNames, postStatusLabels } from '../post-labels.ts';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';
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

const adminSearchInputId = 'admin-post-search';

const statuses = Object.keys(postStatusLabels) as PostStatus[];

function AdminPostFiltersForm({
  filters,
  onSearch,
  onChoose,
}: {
  filters: AdminPostQuery;
  onSearch: (text: string) => void;
  onChoose: (filters: AdminPostQuery) => void;
}) {
  const t = useTranslator();
  return (
    <FilterForm
      label={t('admin.blog.filters')}
      action="/admin/blog"
      filters={filters}
      parse={parseAdminPostFilters}
      onChoose={onChoose}
      submitLabel={t('admin.blog.search')}
      className="grid grid-cols-2 gap-4 p-4 sm:p-6 lg:grid-cols-[1fr_2fr_1fr]"
    >
      <FilterSelect
        id="admin-post-locale"
        name="locale"
        label={t('admin.field.language')}
        defaultValue={filters.locale}
      >
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {postLanguageNames[locale]}
          </option>
        ))}
      </FilterSelect>
      <SearchField
        id={adminSearchInputId}
        label={t('admin.blog.search')}
        className="max-lg:order-first max-lg:col-span-2"
        defaultValue={filters.search}
        onSearch={onSearch}
      />
      <FilterSelect
        id="admin-post-status"
        name="status"
        label={t('admin.blog.status')}
        defaultValue={filters.status}
      >
        <option value="">{t('admin.blog.status_all')}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {t(postStatusLabels[status])}
          </option>
        ))}
      </FilterSelect>
    </FilterForm>
  );
}
