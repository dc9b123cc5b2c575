import { type LoaderFunctionArgs, redirect } from 'react-router';
import { adminPageSize } from '#blog/editing-contract.ts';
import { servicesContext } from '../../services.ts';
import { requireSession } from '../authorize.ts';
import { listStartSteps } from '../start/start-steps.ts';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';

export type AdminPostListData = Awaited<ReturnType<typeof loadAdminPostList>>;

/** Throws a redirect to the last page if the requested page is beyond it. */
export async function loadAdminPostList({ url, context }: LoaderFunctionArgs) {
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
