import { basename, join } from 'node:path';
import { Hono } from 'hono';
import { z } from 'zod';
import type { AppEnv, Services } from '../context.ts';
import { parseJsonBody } from '../middleware/validate-request.ts';
import { errorResponse } from '../responses/error-response.ts';

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
export function createLocalBackupRoute({ backup }: Pick<Services, 'backup'>): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.post('/archive', async (context) => {
    context.header('cache-control', 'private, no-store');
    const { socket } = context.env.incoming;
    const isLocal =
      loopback.has(socket.remoteAddress ?? '') &&
      ['x-forwarded-for', 'forwarded', 'via', 'origin'].every(
        (name) => context.req.header(name) === undefined,
      );
    const proof = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    if (!isLocal || !backup.authorize(proof)) return errorResponse(context, 'request.anonymous');
    const input = await parseJsonBody(context, localSchema, 1024);
    if (!input.ok) return input.error;
    // The connection is idle until everything is written. The next request gets the timeout again.
    socket.setTimeout(0);
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
        const { name, replace } = input.value;
        return context.json({
          result: await backup.importFromFile(join(backup.folder, name), { replace }),
        });
      }
    }
  });
  return api;
}
