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

export const refusalForNowSchema = z
  .object({
    ...{
      success: refusalSchema.shape.success,
      code: refusalSchema.shape.code,
      error: refusalSchema.shape.error,
    },
    retryAfter: z.int().describe('Seconds, as in `Retry-After`.'),
  })
  .meta({ id: 'RefusalForNow' });

interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

interface Call {
  /** What it is for, in a few words. */
  summary: string;
  description?: string;
  /** Arguments of curl; `{origin}` is where the site is. */
  curl: string;
  /** The same in another way. */
  samples?: CodeSample[];
  parameters?: NonNullable<DescribeRouteOptions['parameters']>;
  responses: ResponsesWithResolver;
  requestBody?: NonNullable<DescribeRouteOptions['requestBody']>;
}

/** One call of the API, for `/openapi.json` and its page. Each may be refused for now. */
export function describeCall({ curl, samples = [], responses, ...call }: Call): MiddlewareHandler {
  const sample = { lang: 'Shell', label: 'curl', source: `curl ${curl}` };
  return describeRoute({
    ...call,
    responses: { ...refusedForNow, ...responses },
    'x-codeSamples': [sample, ...samples],
  } as DescribeRouteOptions);
}

export function jsonAnswer(description: string, schema: z.ZodType) {
  return { description, content: { 'application/json': { schema: resolver(schema) } } };
}

export const refusal = (description: string) => jsonAnswer(description, refusalSchema);

const inSeconds = { type: 'integer' } as const;
/** draft-ietf-httpapi-ratelimit-headers-11. */
const inFields = { type: 'string' } as const;
const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: inSeconds } };
const limitHeaders = {
  RateLimit: { description: 'What is left: `"extractions";r=0;t=41`.', schema: inFields },
  'RateLimit-Policy': { description: 'The limit itself: `"extractions";q=20;w=60`.', schema: inFields },
};

const refusedForNow = {
  429: {
    ...jsonAnswer('Calls of more than a minute’s worth (`limit.reached`).', refusalForNowSchema),
    headers: { ...retryAfter, ...limitHeaders },
  },
  503: {
    ...jsonAnswer('This site has too much to do (`server.busy`).', refusalForNowSchema),
    headers: retryAfter,
  },
};
