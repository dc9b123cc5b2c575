import type { Context } from 'hono';
import { validator } from 'hono-openapi';
import type { z } from 'zod';
import { isWellFormedJson, parseStrictJson } from '#platform/json.ts';
import type { Services } from '../context.ts';
import { errorBody } from '../responses/error-response.ts';

export async function readJsonBody(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) return undefined;
  const text = await request.text();
  const value = parseStrictJson(text);
  return value !== undefined && isWellFormedJson(text) ? value : undefined;
}

type ValidationResult = Parameters<NonNullable<Parameters<typeof validator>[2]>>[0];

export function validateQuery<Schema extends z.ZodType>(
  services: Pick<Services, 'preferredLocale' | 'formatError'>,
  schema: Schema,
) {
  return validator('query', schema, (result: ValidationResult, context: Context) => {
    if (result.success) return;
    const issues = result.error as readonly z.core.$ZodIssue[];
    const parameters = issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
    );
    context.header('cache-control', 'private, no-store');
    const body = errorBody(services, context.req.header('accept-language'), 'query.malformed');
    return context.json({ ...body, parameters: [...new Set(parameters)] }, 400);
  });
}
