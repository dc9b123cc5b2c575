import type { z } from 'zod';
import type { EditorPost } from '#blog/editing-contract.ts';
import { runTextTask } from '#blog/text-tasks.ts';
import { createConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { AppContext } from '../../context.ts';
import { savePostLimitBytes, saveRetrySeconds, savesInFlightLimitBytes } from '../../contract.ts';
import { readBodyBytes } from '../../middleware/validate-request.ts';
import { errorResponse, type HttpErrorCode, retryAfterResponse } from '../../responses/error-response.ts';
import type { AdminRoute } from './route-permissions.ts';

const bodyWithoutImagesLimitBytes = 64_000;

export type AdminHandler = (context: AppContext) => Promise<Response>;
export type AdminHandlers = Partial<Record<AdminRoute, AdminHandler>>;

export const idempotencyKeyPattern = /^[\w-]{8,100}$/;

/** What an error tells the client besides its code. */
interface AdminError {
  code: HttpErrorCode;
  current?: EditorPost;
  picture?: number;
  block?: string;
}

export function resultResponse(
  context: AppContext,
  result: Result<object | null, AdminError>,
  status: 200 | 201 = 200,
): Response {
  if (result.ok) return context.json(result.value ?? { success: true }, status);
  const { code, current, picture, block } = result.error;
  return errorResponse(context, code, { current, picture, block });
}

/** The next change must send this ETag as If-Match. */
export function editorPostResponse(
  context: AppContext,
  result: Result<EditorPost, AdminError>,
  status?: 200 | 201,
): Response {
  if (result.ok) context.header('etag', `"${result.value.version}"`);
  return resultResponse(context, result, status);
}

/** `If-Match: "7"` gives 7; null if missing or malformed. */
export function parseIfMatch({ req }: AppContext): number | null {
  const [, digits] = /^"(\d{1,9})"$/.exec(req.header('if-match') ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

export function uuidParam({ req }: AppContext, name = 'id'): string | null {
  const id = req.param(name) ?? '';
  return isUuid(id) ? id.toLowerCase() : null;
}

export async function parseBody<Schema extends z.ZodType>(
  context: AppContext,
  schema: Schema,
  maxBytes = bodyWithoutImagesLimitBytes,
): Promise<Result<z.output<Schema>, Response>> {
  const { raw } = context.req;
  if (!/^application\/json\b/i.test(raw.headers.get('content-type') ?? ''))
    return fail(errorResponse(context, 'body.type'));
  const bytes = await readBodyBytes(raw, maxBytes);
  if (!bytes) return fail(errorResponse(context, 'body.heavy'));
  if (!(await context.var.isStillSignedIn())) return fail(errorResponse(context, 'request.anonymous'));
  const parsed = schema.safeParse(await runTextTask('parseJson', { bytes }, bytes.length));
  return parsed.success ? ok(parsed.data) : fail(fieldErrorResponse(context, parsed.error));
}

export function withBody<Schema extends z.ZodType>(
  schema: Schema,
  handle: (context: AppContext, body: z.output<Schema>) => Promise<Response>,
  maxBytes?: number,
): AdminHandler {
  return async (context) => {
    const body = await parseBody(context, schema, maxBytes);
    return body.ok ? handle(context, body.value) : body.error;
  };
}

export type SaveLimit = <Schema extends z.ZodType>(
  context: AppContext,
  body: { schema: Schema; maxBytes: number },
  handle: (save: z.output<Schema>) => Promise<Response>,
) => Promise<Response>;

/** Bounds the memory for the bodies of saves: a body takes its place before it is read. */
export function createSaveLimit(): SaveLimit {
  const inFlight = createConcurrencyLimit({
    perClient: () => savePostLimitBytes,
    total: savesInFlightLimitBytes,
  });

  return async (context, { schema, maxBytes }, handle) => {
    const bytes = Number(context.req.header('content-length') ?? maxBytes);
    if (bytes > maxBytes) return errorResponse(context, 'body.heavy');
    const release = inFlight.acquire(context.var.actor.id, bytes);
    if (typeof release === 'string') return retryAfterResponse(context, 'server.busy', saveRetrySeconds);
    try {
      const save = await parseBody(context, schema, maxBytes);
      return save.ok ? await handle(save.value) : save.error;
    } finally {
      release();
    }
  };
}

export function parseQuery<Schema extends z.ZodType>(
  context: AppContext,
  schema: Schema,
): Result<z.output<Schema>, Response> {
  const parsed = schema.safeParse(context.req.query());
  return parsed.success ? ok(parsed.data) : fail(fieldErrorResponse(context, parsed.error));
}

/** Returns only the names of the invalid fields, never the submitted values. */
function fieldErrorResponse(context: AppContext, { issues }: z.core.$ZodError): Response {
  const fields = issues.flatMap(({ path, ...issue }) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [''];
    return names.map((name) => [...path, name].filter((part) => part !== '').join('.'));
  });
  return errorResponse(context, 'fields.unfit', {
    fields: [...new Set(fields)].filter((field) => field !== '').slice(0, 20),
  });
}
