import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { type JobActor, siteUrlLengthMax } from '#backup/data-job-contract.ts';
import type { DataJobError, DataJobs } from '#backup/data-jobs.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Result } from '#platform/result.ts';
import type { AppContext, Services } from '../../context.ts';
import { bearerToken } from '../../middleware/client.ts';
import { errorResponse, retryAfterResponse } from '../../responses/error-response.ts';
import { type AdminHandlers, uuidParam, withBody } from './admin-request.ts';

const password = z.string().max(1024);
const size = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const restoreSchema = z.strictObject({ kind: z.literal('restore'), size });

const startSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('export'), password }),
  z.strictObject({ kind: z.literal('backup'), password }),
  z.strictObject({ kind: z.literal('previous'), name: z.string().max(100), password }),
  z.strictObject({
    kind: z.literal('import'),
    size,
    options: z
      .strictObject({
        locale: localeSchema.optional(),
        siteUrl: z.string().max(siteUrlLengthMax).optional(),
        fetchImages: z.boolean().optional(),
      })
      .optional(),
  }),
  restoreSchema,
]);
export const checkSchema = z.strictObject({ replace: z.boolean() });
/** The password is required for a restore. */
const applySchema = z.strictObject({ password: password.optional() });

const deleteSchema = z.strictObject({ password });

const uploadType = /^application\/octet-stream\s*(;|$)/i;

function toActor({ var: { user, sessionId } }: AppContext): JobActor {
  return { id: user.id, name: user.name, email: user.email, sessionId };
}

/** Checked before the file is uploaded. */
function isSiteUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

export function jobResponse(
  context: AppContext,
  result: Result<object | null, DataJobError>,
  status: 200 | 202 = 200,
) {
  if (!result.ok) return errorResponse(context, result.error.code);
  return context.json({ job: result.value }, status);
}

/** Of an upload. */
export async function appendPart(
  context: AppContext,
  dataJobs: Pick<DataJobs, 'append'>,
  actor: JobActor,
): Promise<Response> {
  const { raw } = context.req;
  if (!uploadType.test(raw.headers.get('content-type') ?? '')) return errorResponse(context, 'body.type');
  const offset = /^\d{1,15}$/.exec(context.req.query('offset') ?? '')?.[0];
  if (offset === undefined || !raw.body) return errorResponse(context, 'data.chunk');
  const appended = await dataJobs.append(uuidParam(context) ?? '', Number(offset), raw.body, actor);
  if (!appended.ok) {
    // Rejects if the client is gone.
    void raw.body.cancel().catch(() => undefined);
    return errorResponse(context, appended.error.code);
  }
  if (!(await context.var.isStillSignedIn())) return errorResponse(context, 'request.anonymous');
  return jobResponse(context, appended);
}

export function createDataHandlers({ accounts, dataJobs }: Pick<Services, 'accounts' | 'dataJobs'>) {
  /** null if the password is right. */
  async function checkPassword(context: AppContext, given: string): Promise<Response | null> {
    const { user, client } = context.var;
    const requestClient = { headers: context.req.raw.headers, network: client.network };
    const verified = await accounts.verifyPassword(user, given, requestClient);
    if (verified.ok) return null;
    const { code, retryAfterSeconds } = verified.error;
    return code === 'attempts.too_many'
      ? retryAfterResponse(context, 'attempts.too_many', retryAfterSeconds ?? 60)
      : errorResponse(context, 'password.wrong');
  }

  return {
    'GET /data/jobs': async (context) => context.json({ job: dataJobs.read(toActor(context)) }),
    'POST /data/jobs': withBody(startSchema, async (context, input) => {
      if ('password' in input) {
        const { password: given, ...request } = input;
        const rejected = await checkPassword(context, given);
        if (rejected) return rejected;
        return jobResponse(context, await dataJobs.start(request, toActor(context)), 202);
      }
      const siteUrl = input.kind === 'import' ? input.options?.siteUrl : undefined;
      if (siteUrl !== undefined && !isSiteUrl(siteUrl)) return errorResponse(context, 'data.site_url');
      return jobResponse(context, await dataJobs.start(input, toActor(context)), 202);
    }),
    'PUT /data/jobs/:id/upload': (context) => appendPart(context, dataJobs, toActor(context)),
    'POST /data/jobs/:id/check': withBody(checkSchema, async (context, input) => {
      const id = uuidParam(context) ?? '';
      return jobResponse(context, await dataJobs.check(id, input, toActor(context)), 202);
    }),
    'POST /data/jobs/:id/apply': withBody(applySchema, async (context, { password: given = '' }) => {
      const id = uuidParam(context) ?? '';
      const actor = toActor(context);
      const job = dataJobs.read(actor);
      if (job?.kind === 'restore') {
        const rejected = await checkPassword(context, given);
        if (rejected) return rejected;
      }
      const applied = await dataJobs.apply(id, actor);
      return applied.ok ? context.json(applied.value, 202) : errorResponse(context, applied.error.code);
    }),
    'POST /data/jobs/:id/stop': async (context) =>
      jobResponse(context, dataJobs.stopImport(uuidParam(context) ?? '', toActor(context))),
    'DELETE /data/previous/:name': withBody(deleteSchema, async (context, { password: given }) => {
      const rejected = await checkPassword(context, given);
      if (rejected) return rejected;
      const isDeleted = await dataJobs.deletePrevious(context.req.param('name') ?? '');
      if (!isDeleted) return errorResponse(context, 'data.gone');
      return context.json({
        previous: await dataJobs.listPrevious(),
        job: dataJobs.read(toActor(context)),
      });
    }),
    'DELETE /data/jobs/:id': async (context) => {
      const discarded = await dataJobs.discard(uuidParam(context) ?? '', toActor(context));
      return jobResponse(context, discarded);
    },
    'GET /data/jobs/:id/file': async (context) => {
      const found = dataJobs.findFile(uuidParam(context) ?? '', toActor(context));
      if (!found.ok) return errorResponse(context, found.error.code);
      const { path, name, bytes } = found.value;
      const type = name.endsWith('.zip') ? 'application/zip' : 'application/gzip';
      const stream = Readable.toWeb(createReadStream(path)) as ReadableStream;
      return context.body(stream, 200, {
        'content-type': type,
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${name}"`,
      });
    },
  } satisfies AdminHandlers;
}

/**
 * A restore ends every session, so only its token gives access. Doesn't use the database, whose tables are locked
 * meanwhile.
 */
export function sendRestoreProgress(context: AppContext, { dataJobs }: Pick<Services, 'dataJobs'>): Response {
  const progress = dataJobs.readRestore(bearerToken(context) ?? '');
  return progress ? context.json(progress) : errorResponse(context, 'data.gone');
}

export function stopRestore(context: AppContext, { dataJobs }: Pick<Services, 'dataJobs'>): Response {
  const token = bearerToken(context) ?? '';
  if (!dataJobs.readRestore(token)) return errorResponse(context, 'data.gone');
  return dataJobs.stopRestore(token)
    ? sendRestoreProgress(context, { dataJobs })
    : errorResponse(context, 'data.unexpected');
}
