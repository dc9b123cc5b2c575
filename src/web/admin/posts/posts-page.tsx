import { useContext } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { AdminContext } from '../admin-page.tsx';
import { AdminPostListIsland } from './admin-post-list.tsx';
import { loadAdminPostList } from './load-admin-post-list.ts';

export const handle: PageHandle = { bundle: 'lists', entry: 'admin-posts' };

export function loader(args: LoaderFunctionArgs) {
  return loadAdminPostList(args);
}

export default function PostsPage() {
  return <AdminPostListIsland data={useLoaderData<typeof loader>()} frame={useContext(AdminContext)} />;
}
