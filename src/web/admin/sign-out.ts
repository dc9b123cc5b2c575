import type { ActionFunctionArgs } from 'react-router';
import { servicesContext } from '../services.ts';
import { goOn } from './admin-answer.ts';

/** `/admin/sign-out`: only a form leads out. */
export const loader = () => goOn('/admin/blog');

export async function action({ request, context }: ActionFunctionArgs) {
  const { accounts } = context.get(servicesContext);
  const answer = goOn('/admin/sign-in', await accounts.signOut(request.headers));
  // What the editor kept of drafts is not for the next person at this machine.
  answer.headers.set('clear-site-data', '"storage"');
  return answer;
}
