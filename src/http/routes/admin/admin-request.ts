import type { z } from 'zod';
import type { EditError, EditorPost } from '#blog/editing-contract.ts';
import { parseStrictJson } from '#platform/json.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import { isUuid } from '#platform/uuid.ts';
import type { AppContext } from '../../context.ts';
import { readBodyBytes } from '../../middleware/validate-request.ts';
import { errorResponse } from '../../responses/error-response.ts';
import type { AdminRoute } from './route-permissions.ts';

const bodyWithoutImagesLimitBytes = 64_000;

export type AdminHandler = (context: AppContext) => Promise<Response>;
export type AdminHandlers = Partial<Record<AdminRoute, AdminHandler>>;

export const idempotencyKeyPattern = /^[\w-]{8,100}$/;

export function editErrorResponse(context: AppContext, { code, current, picture }: EditError): Response {
  return errorResponse(context, code, {
    ...(current && { current }),
    ...(picture !== undefined && { picture }),
  });
}

/** The next change must send this ETag as If-Match. */
export function editorPostResponse(
  context: AppContext,
  result: Result<EditorPost, EditError>,
  status: 200 | 201 = 200,
): Response {
  if (!result.ok) return editErrorResponse(context, result.error);
  context.header('etag', `"${result.value.version}"`);
  return context.json(result.value, status);
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
  const parsed = schema.safeParse(parseStrictJson(new TextDecoder().decode(bytes)));
  return parsed.success ? ok(parsed.data) : fail(fieldErrorResponse(context, parsed.error));
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
