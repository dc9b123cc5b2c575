import type { Context } from 'hono';
import { validator } from 'hono-openapi';
import type { z } from 'zod';
import type { Services } from '#services.ts';
import { errorBody } from './refusal.ts';

type ValidationResult = Parameters<NonNullable<Parameters<typeof validator>[2]>>[0];

/** Validates the query, or responds with 400 and the names of the invalid parameters. */
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
