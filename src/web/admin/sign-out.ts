import type { ActionFunctionArgs } from 'react-router';
import { servicesContext } from '../services.ts';
import { goOn } from './admin-answer.ts';

/** `/admin/sign-out`: only a form leads out. */
export const loader = () => goOn('/admin/blog');

export async function action({ request, context }: ActionFunctionArgs) {
  return goOn('/admin/sign-in', await context.get(servicesContext).accounts.signOut(request.headers));
}
