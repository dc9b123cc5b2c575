import { basename, join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { localeSchema } from '#blog/contract.ts';
import { extractionErrorCodes } from '#threads/contract.ts';
import type { AppContext, AppEnv, Services } from '../context.ts';
import { bearerToken } from '../middleware/client.ts';
import { noStore } from '../middleware/security-headers.ts';
import { parseJsonBody } from '../middleware/validate-request.ts';
import { errorResponse } from '../responses/error-response.ts';

const archiveSchema = z.discriminatedUnion('work', [
  z.strictObject({ work: z.literal('backup') }),
  z.strictObject({ work: z.literal('export') }),
  z.strictObject({
    work: z.literal('import'),
    name: z.string().regex(/^[0-9a-f-]{36}\.(?:import|zip)$/),
    replace: z.boolean(),
    isDryRun: z.boolean().optional(),
    locale: localeSchema.optional(),
    siteUrl: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional(),
    fetchImages: z.boolean().optional(),
  }),
]);

/** `code`: null if a post was read. The link stays with the canary. */
const canarySchema = z.strictObject({ code: z.enum(extractionErrorCodes).nullable() });

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Requires a loopback connection and a proof made with the app secret. */
function isAuthorized(context: AppContext, backup: Services['backup']): boolean {
  const { env, req } = context;
  const isLocal =
    loopback.has(env.incoming.socket.remoteAddress ?? '') &&
    ['x-forwarded-for', 'forwarded', 'via', 'origin'].every((name) => req.header(name) === undefined);
  return isLocal && backup.authorize(bearerToken(context) ?? '');
}

/** For the npm scripts, below `/api/local`. No path comes from the request. */
export function createLocalRoutes({ backup, figures }: Pick<Services, 'backup' | 'figures'>): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  const requireProof: MiddlewareHandler<AppEnv> = async (context, next) => {
    if (!isAuthorized(context, backup)) return errorResponse(context, 'request.anonymous');
    await next();
  };
  api.post('/archive', noStore, requireProof, async (context) => {
    const input = await parseJsonBody(context, archiveSchema, 1024);
    if (!input.ok) return input.error;
    // The connection is idle until everything is written. The next request gets the timeout again.
    context.env.incoming.socket.setTimeout(0);
    switch (input.value.work) {
      case 'backup': {
        const path = await backup.createTempPath('.backup.gz');
        return context.json({ report: await backup.createBackup(path), name: basename(path) });
      }
      case 'export': {
        const path = await backup.createTempPath('.zip');
        return context.json({ report: await backup.exportToFile(path), name: basename(path) });
      }
      case 'import': {
        const { name, work, ...options } = input.value;
        return context.json({ result: await backup.importFromFile(join(backup.folder, name), options) });
      }
    }
  });

  /** Stores the result of `npm run canary -- --report`. */
  api.post('/canary', noStore, requireProof, async (context) => {
    const input = await parseJsonBody(context, canarySchema, 1024);
    if (!input.ok) return input.error;
    figures.recordCanary(input.value.code);
    await figures.flush();
    return context.json({ success: true });
  });
  return api;
}
