import { z } from 'zod';
import { type RunError, type RunState, runChoices } from '#assistant/contract.ts';
import { localeSchema } from '#blog/contract.ts';
import type { Result } from '#platform/result.ts';
import { readFields } from './desk-body.ts';
import { type DeskCall, type DeskHandlers, type DeskServices, idOf, versionOf } from './desk-call.ts';
import { sendRunEvents } from './run-events.ts';

const requestSchema = z.strictObject({
  choice: z.enum(runChoices).default('passed'),
  /** Left out: all but the original's. */
  locales: z.array(localeSchema).min(1).max(10).optional(),
});
/** Without a language: every one that has no whole translation. */
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

/** Translate & Publish. An `If-Match` may say which version of the original is meant. */
export function handleRuns({ runs, ending }: DeskServices): DeskHandlers<RunCall> {
  return {
    'GET /posts/:id/run': async (call) => {
      const id = idOf(call);
      const run = id && (await runs.lastOf(id));
      return run ? call.context.json(run) : call.refuse('run.missing');
    },
    'POST /posts/:id/translations': async (call) => {
      const postId = idOf(call);
      const key = call.context.req.header('idempotency-key') ?? null;
      if (key !== null && !keyPattern.test(key))
        return call.refuse('fields.unfit', { fields: ['idempotency-key'] });
      const wanted = await readFields(call, requestSchema);
      if (!wanted.ok) return wanted.error;
      if (!postId) return call.refuse('post.missing');
      const started = await runs.start({
        ...{ postId, key, version: versionOf(call), by: call.writer, choice: wanted.value.choice },
        ...(wanted.value.locales && { locales: wanted.value.locales }),
      });
      if (!started.ok) return refuseRun(call, started.error);
      const { run, joined } = started.value;
      return call.context.json(run, joined ? 200 : 201);
    },
    'POST /posts/:id/translations/estimate': async (call) => {
      const postId = idOf(call);
      const wanted = await readFields(call, requestSchema);
      if (!wanted.ok) return wanted.error;
      if (!postId) return call.refuse('post.missing');
      const { choice, locales } = wanted.value;
      const estimate = await runs.estimate(postId, { choice, ...(locales && { locales }) });
      return estimate.ok ? call.context.json(estimate.value) : refuseRun(call, estimate.error);
    },
    'GET /runs/:id': async (call) => {
      const id = idOf(call);
      const run = id && (await runs.open(id));
      return run ? call.context.json(run) : call.refuse('run.missing');
    },
    'GET /runs/:id/events': async (call) => {
      const id = idOf(call);
      const run = id && (await runs.open(id));
      if (!run) return call.refuse('run.missing');
      return sendRunEvents(call.context, runs, run, { ending, isStillSignedIn: call.isStillSignedIn });
    },
    'POST /runs/:id/cancel': async (call) => {
      const id = idOf(call);
      return id ? answerRun(call, await runs.cancel(id)) : call.refuse('run.missing');
    },
    'POST /runs/:id/retry': async (call) => {
      const wanted = await readFields(call, retrySchema);
      if (!wanted.ok) return wanted.error;
      const id = idOf(call);
      return id ? answerRun(call, await runs.retry(id, wanted.value.locale)) : call.refuse('run.missing');
    },
  };
}

function answerRun(call: DeskCall, result: Result<RunState, RunError>): Response {
  return result.ok ? call.context.json(result.value) : refuseRun(call, result.error);
}

export function refuseRun({ refuse }: DeskCall, { code, current }: RunError): Response {
  return refuse(code, { ...(current && { current }) });
}
