import type { MiddlewareHandler } from 'hono';
import { type DescribeRouteOptions, describeRoute, type ResponsesWithResolver, resolver } from 'hono-openapi';
import { z } from 'zod';

export const originPlaceholder = '{origin}';

export const errorResponseSchema = z
  .object({
    success: z.literal(false),
    code: z.string().describe('For programs. The same in every language.'),
    error: z.string().describe('For users. A message in the language that Accept-Language prefers.'),
    parameters: z.array(z.string()).optional().describe('The invalid parameters, with `query.malformed`.'),
  })
  .meta({ id: 'Error' });

export const retryAfterSchema = z
  .object({
    success: errorResponseSchema.shape.success,
    code: errorResponseSchema.shape.code,
    error: errorResponseSchema.shape.error,
    retryAfter: z.int().describe('Seconds, as in `Retry-After`.'),
  })
  .meta({ id: 'RetryableError' });

interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

interface Call {
  summary: string;
  description?: string;
  /** Arguments of curl; `{origin}` is replaced with the public origin. */
  curl: string;
  samples?: CodeSample[];
  parameters?: NonNullable<DescribeRouteOptions['parameters']>;
  responses: ResponsesWithResolver;
  requestBody?: NonNullable<DescribeRouteOptions['requestBody']>;
}

export function describeApiRoute({ curl, samples = [], responses, ...call }: Call): MiddlewareHandler {
  const sample = { lang: 'Shell', label: 'curl', source: `curl ${curl}` };
  return describeRoute({
    ...call,
    responses: { ...retryableResponses, ...responses },
    'x-codeSamples': [sample, ...samples],
  } as DescribeRouteOptions);
}

export function jsonResponseSpec(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema: resolver(schema) } } };
}

export const errorResponseSpec = (description: string) => jsonResponseSpec(description, errorResponseSchema);

const integerSchema = { type: 'integer' } as const;
const stringSchema = { type: 'string' } as const;
const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: integerSchema } };
const limitHeaders = {
  RateLimit: { description: 'The remaining quota: `"extractions";r=0;t=41`.', schema: stringSchema },
  'RateLimit-Policy': { description: 'The limit: `"extractions";q=20;w=60`.', schema: stringSchema },
};

const retryableResponses = {
  429: {
    ...jsonResponseSpec('The rate limit was exceeded (`limit.reached`).', retryAfterSchema),
    headers: { ...retryAfter, ...limitHeaders },
  },
  503: {
    ...jsonResponseSpec('This site is too busy (`server.busy`).', retryAfterSchema),
    headers: retryAfter,
  },
};
