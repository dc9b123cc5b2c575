import type { z } from 'zod';
import { parseStrictJson } from '#platform/json.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AdminRequest } from './admin-request.ts';

const bodyWithoutImagesLimitBytes = 64_000;

export async function parseBody<Schema extends z.ZodType>(
  call: AdminRequest,
  schema: Schema,
  maxBytes = bodyWithoutImagesLimitBytes,
): Promise<Result<z.output<Schema>, Response>> {
  const { raw } = call.context.req;
  if (!/^application\/json\b/i.test(raw.headers.get('content-type') ?? ''))
    return fail(call.respondError('body.type'));
  const bytes = await readBodyBytes(raw, maxBytes);
  if (!bytes) return fail(call.respondError('body.heavy'));
  if (!(await call.isStillSignedIn())) return fail(call.respondError('request.anonymous'));
  const parsed = schema.safeParse(parseStrictJson(new TextDecoder().decode(bytes)));
  return parsed.success ? ok(parsed.data) : fail(fieldErrorResponse(call, parsed.error));
}

export function parseQuery<Schema extends z.ZodType>(
  call: AdminRequest,
  schema: Schema,
): Result<z.output<Schema>, Response> {
  const parsed = schema.safeParse(call.context.req.query());
  return parsed.success ? ok(parsed.data) : fail(fieldErrorResponse(call, parsed.error));
}

export async function readBodyBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Returns only the names of the invalid fields, never the submitted values. */
function fieldErrorResponse({ respondError }: AdminRequest, { issues }: z.core.$ZodError): Response {
  const fields = issues.flatMap(({ path, ...issue }) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [''];
    return names.map((name) => [...path, name].filter((part) => part !== '').join('.'));
  });
  return respondError('fields.unfit', {
    fields: [...new Set(fields)].filter((field) => field !== '').slice(0, 20),
  });
}
