import type { ActionFunctionArgs } from 'react-router';
import { isSecureOrigin } from '../../secure-origin.ts';
import { servicesContext } from '../../services.ts';
import { redirectTo } from '../form-actions.ts';

/** A GET request doesn't sign out: only the form does. */
export const loader = () => redirectTo('/admin/blog');

export async function action({ request, context }: ActionFunctionArgs) {
  const { accounts } = context.get(servicesContext);
  const response = redirectTo('/admin/sign-in', await accounts.signOut(request.headers));
  // Deletes the drafts in local storage, so that the next user of this computer can't read them. Over plain
  // HTTP, browsers reject the header and log an error; the form deletes them too.
  if (isSecureOrigin(new URL(request.url).origin)) response.headers.set('clear-site-data', '"storage"');
  return response;
}
