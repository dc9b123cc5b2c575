import type { MiddlewareHandler } from 'hono';
import { type DescribeRouteOptions, describeRoute, type ResponsesWithResolver, resolver } from 'hono-openapi';
import { z } from 'zod';

/** What stands for the configured origin in examples. */
export const originSlot = '{origin}';

export const refusalSchema = z
  .object({
    success: z.literal(false),
    code: z.string().describe('For programs: the same in every language.'),
    error: z.string().describe('For people: a sentence in the language that Accept-Language prefers.'),
    parameters: z.array(z.string()).optional().describe('The parameters at fault, with `query.malformed`.'),
  })
  .meta({ id: 'Refusal' });

interface Call {
  /** What it is for, in a few words. */
  summary: string;
  description?: string;
  /** Arguments of curl; `{origin}` is where the site is. */
  curl: string;
  responses: ResponsesWithResolver;
  requestBody?: NonNullable<DescribeRouteOptions['requestBody']>;
}

/** One call of the API, for `/openapi.json` and its page. */
export function describeCall({ curl, ...call }: Call): MiddlewareHandler {
  const sample = { lang: 'Shell', label: 'curl', source: `curl ${curl}` };
  return describeRoute({ ...call, 'x-codeSamples': [sample] } as DescribeRouteOptions);
}

export function jsonAnswer(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema: resolver(schema) } } };
}

export const refusal = (description: string) => jsonAnswer(description, refusalSchema);
