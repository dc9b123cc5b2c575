import { type Context, Hono } from 'hono';
import { isSameOriginWrite } from '../../middleware/same-origin.ts';
import { errorBody, type HttpErrorCode } from '../../responses/error-response.ts';
import { type AdminDeps, type AdminHandler, statusForCode } from './admin-request.ts';
import { createImageHandlers } from './images.ts';
import { createPostHandlers } from './posts.ts';
import { createRevisionHandlers } from './revisions.ts';
import { type AdminRoute, adminPermissions } from './route-permissions.ts';
import { createTaxonomyHandlers } from './taxonomy.ts';
import { createTranslationHandlers } from './translation-review.ts';
import { createRunHandlers } from './translation-runs.ts';

const bulkPublish: AdminRoute = 'POST /posts/:id/translations';

/** `/api/admin`. Routes are mounted from `adminPermissions`, so every route has a permission check. */
export function createAdminRoutes(services: AdminDeps, publicOrigin: string): Hono {
  const { accounts } = services;
  const handlers: Record<AdminRoute, AdminHandler> = {
    ...createPostHandlers(services),
    ...createRevisionHandlers(services, publicOrigin),
    ...createImageHandlers(services),
    ...createTaxonomyHandlers(services),
    ...createRunHandlers(services),
    ...createTranslationHandlers(services),
  };
  const api = new Hono();
  const respondError = (context: Context, code: HttpErrorCode) =>
    context.json(errorBody(services, context.req.header('accept-language'), code), statusForCode(code));

  const anonymousResponse = (context: Context, name: AdminRoute) => {
    const code = name === bulkPublish ? 'publish.anonymous' : 'request.anonymous';
    const body = errorBody(services, context.req.header('accept-language'), code);
    return context.json({ ...body, code: 'request.anonymous' }, statusForCode('request.anonymous'));
  };

  api.use('*', async (context, next) => {
    context.header('cache-control', 'private, no-store');
    const { method, raw } = context.req;
    const isWrite = method !== 'GET' && method !== 'HEAD';
    if (isWrite && !isSameOriginWrite(raw.headers, publicOrigin))
      return respondError(context, 'request.foreign');
    await next();
  });

  for (const name of Object.keys(adminPermissions) as AdminRoute[]) {
    const [method = '', path = ''] = name.split(' ');
    api.on(method, path, async (context) => {
      const found = await accounts.getSession(context.req.raw.headers);
      if (!found) return anonymousResponse(context, name);
      const { user } = found;
      const userErrorResponse = (code: HttpErrorCode, more: object = {}) =>
        context.json(
          { success: false, code, error: services.formatError(user.locale, { code }), ...more },
          statusForCode(code),
        );
      if (!accounts.can(user, adminPermissions[name])) return userErrorResponse('role.forbids');
      const mayPublish = accounts.can(user, 'post.publish');
      const actor = { id: user.id, name: user.name, mayPublish };
      const isStillSignedIn = async () => (await accounts.getSession(context.req.raw.headers)) !== null;
      return handlers[name]({
        context,
        user,
        actor,
        isStillSignedIn,
        respondError: userErrorResponse,
      });
    });
  }

  for (const path of new Set(Object.keys(adminPermissions).map((name) => name.split(' ')[1] ?? ''))) {
    api.all(path, (context) => {
      context.header('allow', listMethods(path).join(', '));
      return context.json(errorBody(services, context.req.header('accept-language'), 'call.unknown'), 405);
    });
  }
  api.all('*', (context) => respondError(context, 'call.unknown'));
  return api;
}

function listMethods(path: string): string[] {
  const calls = Object.keys(adminPermissions).map((name) => name.split(' '));
  return calls.filter(([, callPath]) => callPath === path).map(([method = '']) => method);
}
