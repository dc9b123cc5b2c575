import { Hono } from 'hono';
import type { AppEnv, Services } from '../../context.ts';
import { requireSameOriginWrites } from '../../middleware/same-origin.ts';
import { noStore } from '../../middleware/security-headers.ts';
import { errorResponse } from '../../responses/error-response.ts';
import { type AdminHandler, createSaveLimit } from './admin-request.ts';
import { createBulkHandlers } from './bulk.ts';
import { createDataHandlers } from './data.ts';
import { createPostHandlers, createRevisionHandlers } from './posts.ts';
import { type AdminRoute, adminPermissions } from './route-permissions.ts';
import { createSideBySideHandlers } from './side-by-side.ts';
import { createTaxonomyHandlers } from './taxonomy.ts';
import { createTextSuggestionHandlers } from './text-suggestions.ts';
import { createThreadsPostHandlers } from './threads-posts.ts';
import { createRunHandlers, createTranslationHandlers } from './translations.ts';
import { createUploadHandlers } from './uploads.ts';

const bulkPublish: AdminRoute = 'POST /posts/:id/translations';

/** `/api/admin`. Routes are mounted from `adminPermissions`, so every route has a permission check. */
export function createAdminRoutes(services: Services): Hono<AppEnv> {
  const { accounts, editor } = services;
  const withSave = createSaveLimit();
  const handlers: Record<AdminRoute, AdminHandler> = {
    ...createPostHandlers(services, withSave),
    ...createBulkHandlers(services),
    ...createRevisionHandlers(services),
    ...createTextSuggestionHandlers(services),
    ...createUploadHandlers(services),
    ...createThreadsPostHandlers(services),
    ...createTaxonomyHandlers(services),
    ...createRunHandlers(services),
    ...createTranslationHandlers(services),
    ...createSideBySideHandlers(services, withSave),
    ...createDataHandlers(services),
  };
  const api = new Hono<AppEnv>();

  api.use('*', noStore, requireSameOriginWrites);

  for (const name of Object.keys(adminPermissions) as AdminRoute[]) {
    const [method = '', path = ''] = name.split(' ');
    api.on(method, path, async (context) => {
      const { headers } = context.req.raw;
      const found = await accounts.getSession(headers);
      if (!found) {
        const code = name === bulkPublish ? 'publish.anonymous' : 'request.anonymous';
        return errorResponse(context, code, { code: 'request.anonymous' });
      }
      const { user } = found;
      context.set('user', user);
      context.set('sessionId', found.session.id);
      context.set('locale', user.locale);
      if (!accounts.can(user, adminPermissions[name])) return errorResponse(context, 'role.forbids');
      const mayPublish = accounts.can(user, 'post.publish');
      const mayManagePages = accounts.can(user, 'page.manage');
      context.set('actor', { id: user.id, name: user.name, mayPublish, mayManagePages });
      if (
        !mayManagePages &&
        path.startsWith('/posts/:id') &&
        (await editor.isPage(context.req.param('id') ?? ''))
      )
        return errorResponse(context, 'post.missing');
      context.set('isStillSignedIn', async () => (await accounts.getSession(headers)) !== null);
      return handlers[name](context);
    });
  }

  for (const path of new Set(Object.keys(adminPermissions).map((name) => name.split(' ')[1] ?? ''))) {
    api.all(path, (context) => {
      context.header('allow', listMethods(path).join(', '));
      return errorResponse(context, 'call.unknown', {}, 405);
    });
  }
  api.all('*', (context) => errorResponse(context, 'call.unknown'));
  return api;
}

function listMethods(path: string): string[] {
  const calls = Object.keys(adminPermissions).map((name) => name.split(' '));
  return calls.filter(([, callPath]) => callPath === path).map(([method = '']) => method);
}
