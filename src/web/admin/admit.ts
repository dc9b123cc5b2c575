import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router';
import type { SignedIn } from '#accounts/signed-in.ts';
import { defaultLocale } from '#i18n/locales.ts';
import { readersLocaleContext } from '../page-locale.ts';
import { servicesContext } from '../services.ts';
import { adminAccess } from './access.ts';
import { addCookies, isRead } from './admin-answer.ts';
import { signInPath } from './return-path.ts';

const signedInContext = createContext<SignedIn | null>(null);

/** Stands before every page of the administration: nothing of a page runs for whom its access does not admit. */
export const admit: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const { accounts } = context.get(servicesContext);
  const access = Object.hasOwn(adminAccess, pattern) ? adminAccess[pattern] : undefined;
  if (access === undefined) throw data(null, { status: 404 });
  const found = await accounts.signedIn(request.headers);
  context.set(readersLocaleContext, found?.user.locale ?? defaultLocale);
  context.set(signedInContext, found);
  if (access === 'anyone') return next();
  if (!found) {
    if (!isRead(request)) throw data(null, { status: 401 });
    throw redirect(signInPath(url.pathname + url.search), 303);
  }
  if (access !== 'signed-in' && !accounts.allows(found.user, access)) throw data(null, { status: 403 });
  const renewed =
    isRead(request) && accounts.isDueForRenewal(found) ? await accounts.renew(request.headers) : null;
  return addCookies(await next(), renewed?.cookies ?? []);
};

/** Who is signed in, on a page that admits nobody else. */
export function requireSignedIn(context: Readonly<RouterContextProvider>): SignedIn {
  const found = context.get(signedInContext);
  if (!found) throw new Error('a page of the administration admits people who are not signed in');
  return found;
}

export function whoIsSignedIn(context: Readonly<RouterContextProvider>): SignedIn | null {
  return context.get(signedInContext);
}
