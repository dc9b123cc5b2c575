import { type LoaderFunctionArgs, Outlet } from 'react-router';
import { servicesContext } from '../services.ts';
import { ToastProvider } from '../ui/toast-provider.tsx';
import { adminAccess } from './access.ts';
import { admit, whoIsSignedIn } from './admit.ts';

export const middleware = [admit];

/** The addresses the reader may open, for the navigation. */
export function loader({ context }: LoaderFunctionArgs) {
  const { accounts } = context.get(servicesContext);
  const user = whoIsSignedIn(context)?.user;
  const mayOpen = Object.entries(adminAccess).filter(
    ([, access]) => user && access !== 'anyone' && (access === 'signed-in' || accounts.allows(user, access)),
  );
  return { mayOpen: mayOpen.map(([path]) => path) };
}

/** A role is changed by ending the sessions of who has it. */
export const shouldRevalidate = () => false;

/** Everything below `/admin`. A notice outlives the page it was shown on. */
export default function AdminArea() {
  return (
    <ToastProvider>
      <Outlet />
    </ToastProvider>
  );
}
