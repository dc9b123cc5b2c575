import Plus from 'lucide-react/icons/plus';
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type AdminPostSummary, adminPageSize } from '#blog/editing-contract.ts';
import { canChangePost } from '#blog/permissions-contract.ts';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { QueryProvider } from '../../ui/query-provider.tsx';
import { AdminPage } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { listStartSteps } from '../start/start-steps.ts';
import { useSessionRenewal } from '../use-session-renewal.ts';
import { AdminPostFilterForm, adminSearchInputId } from './admin-post-filter-form.tsx';
import { adminPostsPath, noAdminPostFilters, parseAdminPostFilters } from './admin-post-filters.ts';
import { AdminPostResults } from './admin-post-results.tsx';
import { useDeletePost } from './delete-post-dialog.tsx';
import { adminPostsQueryKey, toAdminPostPage, useAdminPosts } from './use-admin-posts.ts';

export const handle: PageHandle = { bundle: 'lists' };

/** Throws a redirect to the last page if the requested page is beyond it. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const { user, session } = requireSession(context);
  const { accounts, blog, editor, suggestions } = context.get(servicesContext);
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
    options: {
      categories: (await blog.listCategories(user.locale)).map(({ slug, name }) => ({ slug, name })),
      tags: (await blog.listTags(user.locale)).map(({ id, slug, name }) => ({ id, slug, name })),
      authors: await editor.listAuthors(),
    },
    hasModel: suggestions.models.text,
    openSteps: accounts.can(user, 'settings.manage') ? await countOpenSteps(context, user.id) : 0,
    userId: user.id,
    mayPublish: accounts.can(user, 'post.publish'),
    mayDelete: accounts.can(user, 'post.delete'),
    expiresAt: session.expiresAt.getTime(),
  };
}

async function countOpenSteps(context: LoaderFunctionArgs['context'], userId: string): Promise<number> {
  const steps = await listStartSteps(context.get(servicesContext), userId);
  return steps.filter(({ status }) => status === 'open').length;
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
  const { pageSize, options, hasModel, openSteps, userId, mayPublish, mayDelete } =
    useLoaderData<typeof loader>();
  const list = useAdminPosts(pageSize);
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
