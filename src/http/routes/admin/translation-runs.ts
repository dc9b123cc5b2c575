import { z } from 'zod';
import { localeSchema } from '#blog/contract.ts';
import type { Result } from '#platform/result.ts';
import { type RunError, type RunState, runChoices } from '#translation/contract.ts';
import {
  type AdminDeps,
  type AdminHandlers,
  type AdminRequest,
  parseIfMatch,
  uuidParam,
} from './admin-request.ts';
import { parseBody } from './request-body.ts';
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

export function createRunHandlers({ runs, shutdownSignal }: AdminDeps): AdminHandlers<RunCall> {
  return {
    'GET /posts/:id/run': async (call) => {
      const id = uuidParam(call);
      const run = id && (await runs.findLatestByPost(id));
      return run ? call.context.json(run) : call.respondError('run.missing');
    },
    'POST /posts/:id/translations': async (call) => {
      const postId = uuidParam(call);
      const key = call.context.req.header('idempotency-key') ?? null;
      if (key !== null && !keyPattern.test(key))
        return call.respondError('fields.unfit', { fields: ['idempotency-key'] });
      const body = await parseBody(call, requestSchema);
      if (!body.ok) return body.error;
      if (!postId) return call.respondError('post.missing');
      const started = await runs.start({
        postId,
        key,
        version: parseIfMatch(call),
        actor: call.actor,
        choice: body.value.choice,
        ...(body.value.locales && { locales: body.value.locales }),
      });
      if (!started.ok) return runErrorResponse(call, started.error);
      const { run, joined } = started.value;
      return call.context.json(run, joined ? 200 : 201);
    },
    'POST /posts/:id/translations/estimate': async (call) => {
      const postId = uuidParam(call);
      const body = await parseBody(call, requestSchema);
      if (!body.ok) return body.error;
      if (!postId) return call.respondError('post.missing');
      const { choice, locales } = body.value;
      const estimate = await runs.estimate(postId, { choice, ...(locales && { locales }) });
      return estimate.ok ? call.context.json(estimate.value) : runErrorResponse(call, estimate.error);
    },
    'GET /runs/:id': async (call) => {
      const id = uuidParam(call);
      const run = id && (await runs.read(id));
      return run ? call.context.json(run) : call.respondError('run.missing');
    },
    'GET /runs/:id/events': async (call) => {
      const id = uuidParam(call);
      const run = id && (await runs.read(id));
      if (!run) return call.respondError('run.missing');
      return sendRunEvents(call.context, runs, run, {
        shutdownSignal,
        isStillSignedIn: call.isStillSignedIn,
      });
    },
    'POST /runs/:id/cancel': async (call) => {
      const id = uuidParam(call);
      return id ? runResponse(call, await runs.cancel(id)) : call.respondError('run.missing');
    },
    'POST /runs/:id/retry': async (call) => {
      const body = await parseBody(call, retrySchema);
      if (!body.ok) return body.error;
      const id = uuidParam(call);
      return id
        ? runResponse(call, await runs.retry(id, body.value.locale))
        : call.respondError('run.missing');
    },
  };
}

function runResponse(call: AdminRequest, result: Result<RunState, RunError>): Response {
  return result.ok ? call.context.json(result.value) : runErrorResponse(call, result.error);
}

export function runErrorResponse({ respondError }: AdminRequest, { code, current }: RunError): Response {
  return respondError(code, { ...(current && { current }) });
}
