import { type LoaderFunctionArgs, redirect } from 'react-router';
import { deskPageSize } from '#desk/contract.ts';
import { servicesContext } from '../../services.ts';
import { requireSignedIn } from '../admit.ts';
import { deskPath, readDeskFilters } from './desk-filters.ts';

/** One page of the administration's list. Throws 303 to the last one where the address names a page beyond it. */
export async function loadDeskList({ url, context }: LoaderFunctionArgs) {
  const { user, session } = requireSignedIn(context);
  const { accounts, desk } = context.get(servicesContext);
  const asked = readDeskFilters(url.searchParams);
  const list = await desk.listPosts(asked);
  if (asked.page > 1 && list.posts.length === 0) {
    const last = Math.max(1, Math.ceil(list.totalPosts / deskPageSize));
    throw redirect(deskPath({ ...asked, page: Math.min(last, asked.page - 1) }), 303);
  }
  return {
    asked,
    list,
    pageSize: deskPageSize,
    userId: user.id,
    mayPublish: accounts.allows(user, 'post.publish'),
    mayDelete: accounts.allows(user, 'post.delete'),
    expiresAt: session.expiresAt.getTime(),
  };
}
