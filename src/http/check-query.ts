import type { Context } from 'hono';
import { validator } from 'hono-openapi';
import type { z } from 'zod';
import type { Services } from '#services.ts';
import { refusalOf } from './refusal.ts';

type Faults = Parameters<NonNullable<Parameters<typeof validator>[2]>>[0];

/** The query by its schema, or 400 with the names of what is wrong in it. */
export function checkQuery<Schema extends z.ZodType>(
  services: Pick<Services, 'preferredLocale' | 'wordError'>,
  schema: Schema,
) {
  return validator('query', schema, (result: Faults, context: Context) => {
    if (result.success) return;
    const issues = result.error as readonly z.core.$ZodIssue[];
    const parameters = issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1).map(String),
    );
    context.header('cache-control', 'private, no-store');
    const refused = refusalOf(services, context.req.header('accept-language'), 'query.malformed');
    return context.json({ ...refused, parameters: [...new Set(parameters)] }, 400);
  });
}
