import { Hono } from 'hono';
import { z } from 'zod';
import { createSetupActor, type JobActor } from '#backup/data-job-contract.ts';
import type { AppContext, AppEnv, Services } from '../context.ts';
import { bearerToken } from '../middleware/client.ts';
import { requireSameOriginWrites } from '../middleware/same-origin.ts';
import { noStore } from '../middleware/security-headers.ts';
import { errorResponse } from '../responses/error-response.ts';
import { uuidParam, withBody } from './admin/admin-request.ts';
import { appendPart, checkSchema, jobResponse, restoreSchema } from './admin/data.ts';

type SetupHandler = (context: AppContext, actor: JobActor) => Promise<Response>;

const applySchema = z.strictObject({});

/**
 * A restore by whoever may create the first owner: a set-up link replaces the session. Each request checks it, and the
 * restore checks it once more when nobody can create an owner any more.
 */
export function createSetupRestoreRoutes({
  accounts,
  dataJobs,
}: Pick<Services, 'accounts' | 'dataJobs'>): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.use('*', noStore, requireSameOriginWrites);

  const handlers: Record<string, SetupHandler> = {
    'GET /jobs': async (context, actor) => {
      const job = dataJobs.read(actor);
      return context.json({ job: job?.isOwn ? job : null });
    },
    'POST /jobs': (context, actor) =>
      withBody(restoreSchema, async (_, input) =>
        jobResponse(context, await dataJobs.start(input, actor), 202),
      )(context),
    'PUT /jobs/:id/upload': (context, actor) => appendPart(context, dataJobs, actor),
    'POST /jobs/:id/check': (context, actor) =>
      withBody(checkSchema, async (_, input) =>
        jobResponse(context, await dataJobs.check(uuidParam(context) ?? '', input, actor), 202),
      )(context),
    'POST /jobs/:id/apply': (context, actor) =>
      withBody(applySchema, async () => {
        const token = bearerToken(context) ?? '';
        const applied = await dataJobs.apply(
          uuidParam(context) ?? '',
          actor,
          async (queries) => (await accounts.findFirstOwnerLink(token, queries)) === actor.id,
        );
        return applied.ok ? context.json(applied.value, 202) : errorResponse(context, applied.error.code);
      })(context),
    'DELETE /jobs/:id': async (context, actor) =>
      jobResponse(context, await dataJobs.discard(uuidParam(context) ?? '', actor)),
  };

  for (const [name, handle] of Object.entries(handlers)) {
    const [method = '', path = ''] = name.split(' ');
    api.on(method, path, async (context) => {
      const token = bearerToken(context) ?? '';
      const id = await accounts.findFirstOwnerLink(token);
      if (id === null) return errorResponse(context, 'setup.link');
      context.set('isStillSignedIn', async () => (await accounts.findFirstOwnerLink(token)) === id);
      return handle(context, createSetupActor(id));
    });
  }
  api.all('*', (context) => errorResponse(context, 'call.unknown'));
  return api;
}
