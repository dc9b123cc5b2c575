import { type Context, Hono } from 'hono';
import { type DeskCallName, deskAccess } from './desk-access.ts';
import { type DeskHandler, type DeskServices, statusOf } from './desk-call.ts';
import { handlePictures } from './desk-pictures.ts';
import { handlePosts } from './desk-posts.ts';
import { handleRevisions } from './desk-revisions.ts';
import { handleRuns } from './desk-runs.ts';
import { handleShelves } from './desk-shelves.ts';
import { handleTranslation } from './desk-translation.ts';
import { isOwnWrite } from './own-origin.ts';
import { type RefusalCode, refusalOf } from './refusal.ts';

/** The one call that publishes many posts at once. */
const bulkPublish: DeskCallName = 'POST /posts/:id/translations';

/** `/api/admin`: the blog as its writers see it. Built from `deskAccess`, so that no call is without its classification. */
export function createDeskApi(services: DeskServices, publicOrigin: string): Hono {
  const { accounts } = services;
  const handlers: Record<DeskCallName, DeskHandler> = {
    ...handlePosts(services),
    ...handleRevisions(services, publicOrigin),
    ...handlePictures(services),
    ...handleShelves(services),
    ...handleRuns(services),
    ...handleTranslation(services),
  };
  const api = new Hono();
  const refuse = (context: Context, code: RefusalCode) =>
    context.json(refusalOf(services, context.req.header('accept-language'), code), statusOf(code));

  const refuseAnonymous = (context: Context, name: DeskCallName) => {
    const code = name === bulkPublish ? 'publish.anonymous' : 'request.anonymous';
    const refusal = refusalOf(services, context.req.header('accept-language'), code);
    return context.json({ ...refusal, code: 'request.anonymous' }, statusOf('request.anonymous'));
  };

  api.use('*', async (context, next) => {
    context.header('cache-control', 'private, no-store');
    const { method, raw } = context.req;
    const isWrite = method !== 'GET' && method !== 'HEAD';
    if (isWrite && !isOwnWrite(raw.headers, publicOrigin)) return refuse(context, 'request.foreign');
    await next();
  });

  for (const name of Object.keys(deskAccess) as DeskCallName[]) {
    const [method = '', path = ''] = name.split(' ');
    api.on(method, path, async (context) => {
      const found = await accounts.signedIn(context.req.raw.headers);
      if (!found) return refuseAnonymous(context, name);
      const { user } = found;
      const refuseThem = (code: RefusalCode, more: object = {}) =>
        context.json(
          { success: false, code, error: services.wordError(user.locale, { code }), ...more },
          statusOf(code),
        );
      if (!accounts.allows(user, deskAccess[name])) return refuseThem('role.forbids');
      const mayPublish = accounts.allows(user, 'post.publish');
      const writer = { id: user.id, name: user.name, mayPublish };
      const isStillSignedIn = async () => (await accounts.signedIn(context.req.raw.headers)) !== null;
      return handlers[name]({ context, user, writer, isStillSignedIn, refuse: refuseThem });
    });
  }

  for (const path of new Set(Object.keys(deskAccess).map((name) => name.split(' ')[1] ?? ''))) {
    api.all(path, (context) => {
      context.header('allow', methodsOf(path).join(', '));
      return context.json(refusalOf(services, context.req.header('accept-language'), 'call.unknown'), 405);
    });
  }
  api.all('*', (context) => refuse(context, 'call.unknown'));
  return api;
}

function methodsOf(path: string): string[] {
  const calls = Object.keys(deskAccess).map((name) => name.split(' '));
  return calls.filter(([, own]) => own === path).map(([method = '']) => method);
}
