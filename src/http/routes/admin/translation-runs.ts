import { z } from 'zod';
import { localeSchema } from '#blog/contract.ts';
import type { Result } from '#platform/result.ts';
import { type RunError, type RunState, runChoices } from '#translation/contract.ts';
import type { AppContext, Services } from '../../context.ts';
import { errorResponse } from '../../responses/error-response.ts';
import { type AdminHandlers, parseBody, parseIfMatch, uuidParam } from './admin-request.ts';
import { sendRunEvents } from './run-events.ts';

const requestSchema = z.strictObject({
  choice: z.enum(runChoices).default('passed'),
  /** Defaults to all languages except that of the original. */
  locales: z.array(localeSchema).min(1).max(10).optional(),
});
/** Without a locale, retries all incomplete languages. */
const retrySchema = z.strictObject({ locale: localeSchema.optional() });
const keyPattern = /^[\w-]{8,100}$/;

type RunCall =
  | 'GET /posts/:id/run'
  | 'POST /posts/:id/translations'
  | 'POST /posts/:id/translations/estimate'
  | 'GET /runs/:id'
  | 'GET /runs/:id/events'
  | 'POST /runs/:id/cancel'
  | 'POST /runs/:id/retry';

export function createRunHandlers({
  runs,
  shutdownSignal,
}: Pick<Services, 'runs' | 'shutdownSignal'>): AdminHandlers<RunCall> {
  return {
    'GET /posts/:id/run': async (context) => {
      const id = uuidParam(context);
      const run = id && (await runs.findLatestByPost(id));
      return run ? context.json(run) : errorResponse(context, 'run.missing');
    },
    'POST /posts/:id/translations': async (context) => {
      const postId = uuidParam(context);
      const key = context.req.header('idempotency-key') ?? null;
      if (key !== null && !keyPattern.test(key))
        return errorResponse(context, 'fields.unfit', { fields: ['idempotency-key'] });
      const body = await parseBody(context, requestSchema);
      if (!body.ok) return body.error;
      if (!postId) return errorResponse(context, 'post.missing');
      const started = await runs.start({
        postId,
        key,
        version: parseIfMatch(context),
        actor: context.var.actor,
        choice: body.value.choice,
        ...(body.value.locales && { locales: body.value.locales }),
      });
      if (!started.ok) return runErrorResponse(context, started.error);
      const { run, joined } = started.value;
      return context.json(run, joined ? 200 : 201);
    },
    'POST /posts/:id/translations/estimate': async (context) => {
      const postId = uuidParam(context);
      const body = await parseBody(context, requestSchema);
      if (!body.ok) return body.error;
      if (!postId) return errorResponse(context, 'post.missing');
      const { choice, locales } = body.value;
      const estimate = await runs.estimate(postId, { choice, ...(locales && { locales }) });
      return estimate.ok ? context.json(estimate.value) : runErrorResponse(context, estimate.error);
    },
    'GET /runs/:id': async (context) => {
      const id = uuidParam(context);
      const run = id && (await runs.read(id));
      return run ? context.json(run) : errorResponse(context, 'run.missing');
    },
    'GET /runs/:id/events': async (context) => {
      const id = uuidParam(context);
      const run = id && (await runs.read(id));
      if (!run) return errorResponse(context, 'run.missing');
      return sendRunEvents(context, runs, run, {
        shutdownSignal,
        isStillSignedIn: context.var.isStillSignedIn,
      });
    },
    'POST /runs/:id/cancel': async (context) => {
      const id = uuidParam(context);
      return id ? runResponse(context, await runs.cancel(id)) : errorResponse(context, 'run.missing');
    },
    'POST /runs/:id/retry': async (context) => {
      const body = await parseBody(context, retrySchema);
      if (!body.ok) return body.error;
      const id = uuidParam(context);
      return id
        ? runResponse(context, await runs.retry(id, body.value.locale))
        : errorResponse(context, 'run.missing');
    },
  };
}

function runResponse(context: AppContext, result: Result<RunState, RunError>): Response {
  return result.ok ? context.json(result.value) : runErrorResponse(context, result.error);
}

export function runErrorResponse(context: AppContext, { code, current }: RunError): Response {
  return errorResponse(context, code, { ...(current && { current }) });
}
