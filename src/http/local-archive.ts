import type { IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Services } from '#services.ts';
import { readJson } from './read-json.ts';
import { refusalOf } from './refusal.ts';

const localSchema = z.discriminatedUnion('work', [
  z.strictObject({ work: z.literal('backup') }),
  z.strictObject({ work: z.literal('export') }),
  z.strictObject({
    work: z.literal('import'),
    /** A file in the folder of archives. */
    name: z.string().regex(/^[0-9a-f-]{36}\.zip$/),
    replace: z.boolean(),
  }),
]);

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * `POST /api/local/archive`: the commands on the machine itself, for whom the running process alone may open the
 * embedded database. Only from this machine, through no proxy, and by who has the product's secret; files are handed
 * over in the folder of archives, so that no path is ever taken from a request.
 */
export function createLocalArchive(
  services: Pick<Services, 'archive' | 'preferredLocale' | 'wordError'>,
): Hono {
  const { archive } = services;
  const api = new Hono();
  const refuse = (
    context: Context,
    code: 'request.anonymous' | 'body.malformed' | 'body.too_large',
    status: 400 | 401 | 413,
  ) => context.json(refusalOf(services, context.req.header('accept-language'), code), status);

  api.post(
    '/archive',
    bodyLimit({ maxSize: 1024, onError: (context) => refuse(context, 'body.too_large', 413) }),
    async (context) => {
      context.header('cache-control', 'private, no-store');
      const { incoming } = context.env as { incoming?: IncomingMessage };
      const isLocal =
        loopback.has(incoming?.socket.remoteAddress ?? '') &&
        ['x-forwarded-for', 'forwarded', 'via', 'origin'].every(
          (name) => context.req.header(name) === undefined,
        );
      const proof = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
      if (!isLocal || !archive.admits(proof)) return refuse(context, 'request.anonymous', 401);
      const asked = localSchema.safeParse(await readJson(context.req.raw));
      if (!asked.success) return refuse(context, 'body.malformed', 400);
      // Nothing moves on the connection until all is written, however long that takes. The next request has the limit again.
      incoming?.socket.setTimeout(0);
      switch (asked.data.work) {
        case 'backup': {
          const path = await archive.newPath('.backup.gz');
          return context.json({ report: await archive.backUp(path), name: basename(path) });
        }
        case 'export': {
          const path = await archive.newPath('.zip');
          return context.json({ report: await archive.exportTo(path), name: basename(path) });
        }
        case 'import': {
          const { name, replace } = asked.data;
          return context.json({ result: await archive.importFrom(join(archive.folder, name), { replace }) });
        }
      }
    },
  );
  return api;
}
