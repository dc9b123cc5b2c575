import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import type { Permission } from '#accounts/contract.ts';
import { servicesContext } from '../services.ts';
import { ToastProvider } from '../ui/toast/toast-provider.tsx';
import { AdminContext, type AdminFrame } from './admin-page.tsx';
import { adminPageAccess, authorize, getSession } from './authorize.ts';
import { StoredToast } from './stored-toast.ts';

export const middleware = [authorize];

export async function loader({ context }: LoaderFunctionArgs): Promise<AdminFrame> {
  const { accounts, figures, inbox } = context.get(servicesContext);
  const user = getSession(context)?.user;
  const allowedPages = Object.entries(adminPageAccess).filter(
    ([, access]) => user && access !== 'anyone' && (access === 'signed-in' || accounts.can(user, access)),
  );
  const may = (permission: Permission) => user !== undefined && accounts.can(user, permission);
  return {
    allowedPaths: allowedPages.map(([path]) => path),
    newMessages: may('inbox.manage') ? await inbox.countNew() : 0,
    isThreadsChanging: may('settings.manage') && figures.isThreadsChanging(),
  };
}

/** Changing a role ends the user's sessions, so the paths never go stale. The inbox runs no scripts. */
export const shouldRevalidate = () => false;

/** The toast provider is here so that a toast survives navigation. */
export default function AdminLayout() {
  return (
    <AdminContext value={useLoaderData<typeof loader>()}>
      <ToastProvider>
        <StoredToast />
        <Outlet />
      </ToastProvider>
    </AdminContext>
  );
}
