import { type LoaderFunctionArgs, Outlet } from 'react-router';
import { servicesContext } from '../services.ts';
import { ToastProvider } from '../ui/toast/toast-provider.tsx';
import { adminPageAccess, authorize, getSession } from './authorize.ts';

export const middleware = [authorize];

export function loader({ context }: LoaderFunctionArgs) {
  const { accounts } = context.get(servicesContext);
  const user = getSession(context)?.user;
  const allowedPages = Object.entries(adminPageAccess).filter(
    ([, access]) => user && access !== 'anyone' && (access === 'signed-in' || accounts.can(user, access)),
  );
  return { allowedPaths: allowedPages.map(([path]) => path) };
}

/** Changing a role ends the user's sessions, so the paths never go stale. */
export const shouldRevalidate = () => false;

/** The toast provider is here so that a toast survives navigation. */
export default function AdminLayout() {
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  );
}
