import { validator } from 'hono-openapi';
import type { z } from 'zod';
import { isWellFormedJson, parseStrictJson } from '#platform/json.ts';
import { fail, ok, type Result } from '#platform/result.ts';
import type { AppContext } from '../context.ts';
import { errorResponse, type HttpErrorCode } from '../responses/error-response.ts';

/** The error is the response. */
export async function parseJsonBody<Schema extends z.ZodType>(
  context: AppContext,
  schema: Schema,
  maxBytes: number,
  tooLarge: HttpErrorCode = 'body.too_large',
  invalid: HttpErrorCode = 'body.malformed',
): Promise<Result<z.output<Schema>, Response>> {
  const { raw } = context.req;
  const bytes = await readBodyBytes(raw, maxBytes);
  if (!bytes) return fail(errorResponse(context, tooLarge));
  const isJson = /^application\/json\s*(;|$)/i.test(raw.headers.get('content-type') ?? '');
  const text = new TextDecoder().decode(bytes);
  const parsed = schema.safeParse(isJson && isWellFormedJson(text) ? parseStrictJson(text) : undefined);
  return parsed.success ? ok(parsed.data) : fail(errorResponse(context, invalid));
}

/** Not `hono/body-limit`, which fails for a body without Content-Length. null: larger than `maxBytes`. */
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

type ValidationResult = Parameters<NonNullable<Parameters<typeof validator>[2]>>[0];

export function validateQuery<Schema extends z.ZodType>(schema: Schema) {
  return validator('query', schema, (result: ValidationResult, context: AppContext) => {
    if (result.success) return;
    const issues = result.error as readonly z.core.$ZodIssue[];
    const parameters = issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
    );
    context.header('cache-control', 'private, no-store');
    return errorResponse(context, 'query.malformed', { parameters: [...new Set(parameters)] });
  });
}
