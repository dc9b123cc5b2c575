import type { IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Services } from '../context.ts';
import { readJsonBody } from '../middleware/validate-request.ts';
import { errorBody } from '../responses/error-response.ts';

const localSchema = z.discriminatedUnion('work', [
  z.strictObject({ work: z.literal('backup') }),
  z.strictObject({ work: z.literal('export') }),
  z.strictObject({
    work: z.literal('import'),
    name: z.string().regex(/^[0-9a-f-]{36}\.zip$/),
    replace: z.boolean(),
  }),
]);

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Requires a loopback connection and a proof made with the app secret. No path comes from the request. */
export function createLocalBackupRoute(
  services: Pick<Services, 'backup' | 'preferredLocale' | 'formatError'>,
): Hono {
  const { backup } = services;
  const api = new Hono();
  const errorResponse = (
    context: Context,
    code: 'request.anonymous' | 'body.malformed' | 'body.too_large',
    status: 400 | 401 | 413,
  ) => context.json(errorBody(services, context.req.header('accept-language'), code), status);

  api.post(
    '/archive',
    bodyLimit({ maxSize: 1024, onError: (context) => errorResponse(context, 'body.too_large', 413) }),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      const { incoming } = context.env as { incoming?: IncomingMessage };
      const isLocal =
        loopback.has(incoming?.socket.remoteAddress ?? '') &&
        ['x-forwarded-for', 'forwarded', 'via', 'origin'].every(
          (name) => context.req.header(name) === undefined,
        );
      const proof = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
      if (!isLocal || !backup.authorize(proof)) return errorResponse(context, 'request.anonymous', 401);
      const input = localSchema.safeParse(await readJsonBody(context.req.raw));
      if (!input.success) return errorResponse(context, 'body.malformed', 400);
      // The connection is idle until everything is written. The next request gets the timeout again.
      incoming?.socket.setTimeout(0);
      switch (input.data.work) {
        case 'backup': {
          const path = await backup.createTempPath('.backup.gz');
          return context.json({ report: await backup.createBackup(path), name: basename(path) });
        }
        case 'export': {
          const path = await backup.createTempPath('.zip');
          return context.json({ report: await backup.exportToFile(path), name: basename(path) });
        }
        case 'import': {
          const { name, replace } = input.data;
          return context.json({
            result: await backup.importFromFile(join(backup.folder, name), { replace }),
          });
        }
      }
    },
  );
  return api;
}
