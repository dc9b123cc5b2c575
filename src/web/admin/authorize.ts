import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router';
import type { AuthSession, Permission } from '#accounts/contract.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { localeOverrideContext } from '../rendering/page-context.ts';
import { servicesContext } from '../services.ts';
import { signInPath } from './auth/return-path.ts';
import { addCookies, isReadRequest } from './form-actions.ts';

/** `anyone`, `signed-in` (any role), or the permission that the role must have. */
export type PageAccess = 'anyone' | 'signed-in' | Permission;

/** Every path below `/admin`. A path missing here is 404 for everyone. */
export const adminPageAccess: Record<string, PageAccess> = {
  '/admin': 'signed-in',
  '/admin/sign-in': 'anyone',
  '/admin/set-up': 'anyone',
  '/admin/reset': 'anyone',
  '/admin/invitation': 'anyone',
  '/admin/sign-out': 'signed-in',
  '/admin/account': 'signed-in',
  '/admin/two-factor': 'signed-in',
  // Of others: only owners, see the page.
  '/admin/profile/:author': 'signed-in',
  '/admin/people': 'people.manage',
  '/admin/keys': 'keys.manage',
  '/admin/blog': 'blog.see',
  '/admin/blog/:post': 'post.write',
  '/admin/blog/:post/translate': 'post.write',
  '/admin/blog/:post/review': 'post.write',
  '/admin/review': 'post.write',
  '/admin/preview/:post': 'blog.see',
  '/admin/categories': 'taxonomy.manage',
  '/admin/pages': 'page.manage',
  '/admin/tags': 'taxonomy.manage',
  '/admin/inbox': 'inbox.manage',
  '/admin/inbox/:message': 'inbox.manage',
  '/admin/translation': 'post.publish',
  '/admin/figures': 'figures.see',
  '/admin/figures/:post': 'figures.see',
  '/admin/data': 'data.manage',
  '/admin/start': 'settings.manage',
  '/admin/settings': 'settings.manage',
  '/admin/settings/:section': 'settings.manage',
};

const sessionContext = createContext<AuthSession | null>(null);

/** Middleware of every page below `/admin`. Throws 404, 401, 403 or a redirect to the sign-in page. */
export const authorize: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const { accounts } = context.get(servicesContext);
  const access = Object.hasOwn(adminPageAccess, pattern) ? adminPageAccess[pattern] : undefined;
  if (access === undefined) throw data(null, { status: 404 });
  const authSession = await accounts.getSession(request.headers);
  const locale = authSession?.user.locale ?? preferredLocale(request.headers.get('accept-language'));
  context.set(localeOverrideContext, locale);
  context.set(sessionContext, authSession);
  if (access === 'anyone') return next();
  if (!authSession) {
    if (!isReadRequest(request)) throw data(null, { status: 401 });
    throw redirect(signInPath(url.pathname + url.search), 303);
  }
  if (access !== 'signed-in' && !accounts.can(authSession.user, access)) throw data(null, { status: 403 });
  const renewal =
    isReadRequest(request) && accounts.shouldRenewSession(authSession)
      ? await accounts.renewSession(request.headers)
      : null;
  return addCookies(await next(), renewal?.cookies ?? []);
};

/** Throws on a page that allows anonymous access. */
export function requireSession(context: Readonly<RouterContextProvider>): AuthSession {
  const authSession = context.get(sessionContext);
  if (!authSession) throw new Error('requireSession was called on a page that allows anonymous access');
  return authSession;
}

export function getSession(context: Readonly<RouterContextProvider>): AuthSession | null {
  return context.get(sessionContext);
}
