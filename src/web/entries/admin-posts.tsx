import { AdminContext } from '../admin/admin-page.tsx';
import {
  AdminPostList,
  type AdminPostListIslandProps,
  adminPostListIslandId,
} from '../admin/posts/admin-post-list.tsx';
import { StoredToast } from '../admin/stored-toast.ts';
import { hydrateIsland } from '../rendering/hydrate-island.tsx';
import { ApplicationErrorPage } from '../site/error-pages.tsx';
import { ToastProvider } from '../ui/toast/toast-provider.tsx';

function PostList({ data, frame }: AdminPostListIslandProps) {
  return (
    <AdminContext value={frame}>
      <ToastProvider>
        <StoredToast />
        <AdminPostList {...data} />
      </ToastProvider>
    </AdminContext>
  );
}

await hydrateIsland(adminPostListIslandId, PostList, ApplicationErrorPage);
