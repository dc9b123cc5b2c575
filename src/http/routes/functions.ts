import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { ConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import type { ProofOfWorkPayload, ProofOfWorkResponse } from '#verification/contract.ts';
import type { RequestErrorCode } from '#web/request-contract.ts';
import type { Services } from '../context.ts';
import { type RequestLimiter, retryAfterResponse, slotRetrySeconds } from '../middleware/request-limiter.ts';
import { readJsonBody } from '../middleware/validate-request.ts';
import { errorBody } from '../responses/error-response.ts';
import { extractLimitBytes, extractRequestSchema, extractThreadsMedia } from './extract-media.ts';
import { createGenerateContentRoute } from './generate-content.ts';
import { describeExtractRoute } from './openapi/describe-extract.ts';

const hex = z.string().regex(/^(?:[0-9a-f]{2}){1,64}$/);

/** Checks only the shape; the signature is verified later. */
const proofSchema: z.ZodType<ProofOfWorkPayload> = z.strictObject({
  question: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.string().max(40),
      data: z.strictObject({ post: z.string().max(64) }),
      cost: z.int(),
      expiresAt: z.int(),
      keyLength: z.int(),
      keyPrefix: hex,
      keySignature: hex,
      nonce: hex,
      salt: hex,
    }),
    signature: hex,
  }),
  solution: z.strictObject({ counter: z.int(), derivedKey: hex }),
});

const allowedHeaders = 'authorization, apikey, content-type, accept-language, x-client-info, x-region';

/** `POST {functions-base}/{name}`, as `@supabase/functions-js` calls it, from any origin. */
export function createFunctionRoutes(
  services: Services,
  publicAnonKey: string | null,
  publicOrigin: string,
  limiter: RequestLimiter,
  extractionLimit: ConcurrencyLimit,
): Hono {
  const functions = new Hono();
  const errorResponse = (context: Context, code: RequestErrorCode, status: ContentfulStatusCode) =>
    context.json(errorBody(services, context.req.header('accept-language'), code), status);

  functions.use('*', compress());
  functions.use('*', async (context, next) => {
    context.header('access-control-allow-origin', '*');
    context.header('access-control-expose-headers', 'ratelimit, ratelimit-policy, retry-after');
    context.header('cross-origin-resource-policy', 'cross-origin');
    context.header('cache-control', 'private, no-store');
    if (context.req.method === 'OPTIONS') {
      context.header('access-control-allow-methods', 'POST, OPTIONS');
      context.header('access-control-allow-headers', allowedHeaders);
      context.header('access-control-max-age', '86400');
      return context.body(null, 204);
    }
    const client = await limiter.identify(context);
    if (client?.isKeyed !== false) services.metrics.recordApiKey(client !== null);
    const sent = [context.req.header('apikey'), client?.isKeyed ? undefined : parseBearer(context)];
    const isKnown = client !== null && isPublicKeyValid(publicAnonKey, sent);
    const limitResponse = await limiter.count(context, 'functions');
    if (limitResponse) return limitResponse;
    if (!isKnown) return errorResponse(context, 'key.unknown', 401);
    await next();
  });

  functions.post(
    '/extract-threads-media',
    describeExtractRoute,
    bodyLimit({
      maxSize: extractLimitBytes,
      onError: (context) => errorResponse(context, 'body.too_large', 413),
    }),
    async (context) => {
      const body = extractRequestSchema.safeParse(await readJsonBody(context.req.raw));
      if (!body.success) return errorResponse(context, 'body.malformed', 400);
      const locale = services.preferredLocale(context.req.header('accept-language'));
      const client = await limiter.identify(context);
      const { signal } = context.req.raw;
      const isKeyed = client?.isKeyed ?? false;
      const extract = () => extractThreadsMedia(body.data, locale, services, { signal, isKeyed });
      // Input without a post link fails without an upstream request, so it doesn't count.
      if ('url' in body.data && !services.hasPostLink(body.data.url)) return context.json(await extract());
      const limitResponse = await limiter.count(context, 'url' in body.data ? 'extractions' : 'media');
      if (limitResponse) return limitResponse;
      const release = extractionLimit.acquire(client?.id ?? '');
      if (release === 'client')
        return retryAfterResponse(context, services, 'limit.reached', 429, slotRetrySeconds);
      if (release === 'all')
        return retryAfterResponse(context, services, 'server.busy', 503, slotRetrySeconds);
      try {
        return context.json(await extract());
      } finally {
        release();
      }
    },
  );

  const { proofs } = services;
  if (proofs) {
    const limitBody = bodyLimit({
      maxSize: extractLimitBytes,
      onError: (context) => errorResponse(context, 'body.too_large', 413),
    });
    functions.post('/redeem-proof', limitBody, async (context) => {
      const body = proofSchema.safeParse(await readJsonBody(context.req.raw));
      if (!body.success) return errorResponse(context, 'body.malformed', 400);
      const pass = await proofs.verify(body.data);
      const locale = services.preferredLocale(context.req.header('accept-language'));
      const result: ProofOfWorkResponse = pass.ok
        ? { success: true, pass: pass.value }
        : { success: false, code: pass.error, error: services.formatError(locale, { code: pass.error }) };
      return context.json(result);
    });
  }
  functions.route('/generate-content', createGenerateContentRoute(services, publicOrigin));

  functions.all('*', (context) => {
    context.header('allow', 'POST, OPTIONS');
    const names = `extract-threads-media|generate-content${proofs ? '|redeem-proof' : ''}`;
    const isKnown = new RegExp(`/(${names})$`).test(context.req.path);
    return isKnown
      ? errorResponse(context, 'method.unknown', 405)
      : errorResponse(context, 'function.unknown', 404);
  });
  return functions;
}

const parseBearer = (context: Context) => context.req.header('authorization')?.replace(/^Bearer /i, '');

/** The public key is optional, but if sent it must match. */
function isPublicKeyValid(expected: string | null, sent: readonly (string | undefined)[]): boolean {
  if (expected === null) return true;
  return sent.every((key) => {
    if (key === undefined) return true;
    const [a, b] = [Buffer.from(key), Buffer.from(expected)];
    return a.length === b.length && timingSafeEqual(a, b);
  });
}
