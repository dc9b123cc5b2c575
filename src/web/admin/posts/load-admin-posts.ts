import { type LoaderFunctionArgs, redirect } from 'react-router';
import { adminPageSize } from '#blog/editing-contract.ts';
import { servicesContext } from '../../services.ts';
import { requireSession } from '../authorize.ts';
import { adminPostsPath, parseAdminPostFilters } from './admin-post-filters.ts';

/** Throws a redirect to the last page if the requested page is beyond it. */
export async function loadAdminPosts({ url, context }: LoaderFunctionArgs) {
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
