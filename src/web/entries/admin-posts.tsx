import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { AdminContext } from '../admin/admin-page.tsx';
import {
  AdminPostList,
  type AdminPostListIslandProps,
  findAdminPostListIsland,
} from '../admin/posts/admin-post-list.tsx';
import { StoredToast } from '../admin/stored-toast.ts';
import { readAppearance } from '../appearance/appearance.ts';
import { AppearanceContext } from '../appearance/appearance-context.ts';
import { loadTranslator } from '../rendering/client-messages.ts';
import { useHydrationMark } from '../rendering/hydration-mark.ts';
import { ApplicationErrorPage } from '../site/error-pages.tsx';
import { TranslatorProvider } from '../translator.tsx';
import { CrashBoundary } from '../ui/crash-boundary.tsx';
import { ToastProvider } from '../ui/toast/toast-provider.tsx';

function HydratedList({ data, frame }: AdminPostListIslandProps) {
  useHydrationMark();
  return (
    <AdminContext value={frame}>
      <ToastProvider>
        <StoredToast />
        <AdminPostList {...data} />
      </ToastProvider>
    </AdminContext>
  );
}

const translator = await loadTranslator();
const { container, props } = findAdminPostListIsland();

startTransition(() => {
  hydrateRoot(
    container,
    <TranslatorProvider translator={translator}>
      <AppearanceContext value={readAppearance()}>
        <CrashBoundary ErrorPage={ApplicationErrorPage}>
          <HydratedList {...props} />
        </CrashBoundary>
      </AppearanceContext>
    </TranslatorProvider>,
  );
});
