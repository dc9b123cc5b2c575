import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { z } from 'zod';
import {
  base64LimitBytes,
  type DownloadResponse,
  type ExtractResponse,
  extractBodyLimitBytes,
} from '#extraction/contract.ts';
import type { ProofOfWorkPayload, ProofOfWorkResponse } from '#verification/contract.ts';
import type { AppContext, AppEnv, Services } from '../context.ts';
import { bearerToken } from '../middleware/client.ts';
import { parseJsonBody } from '../middleware/validate-request.ts';
import { countRequest, withExtractionSlot } from '../request-limits.ts';
import { errorResponse, toErrorBody } from '../responses/error-response.ts';
import { describeExtractRoute, extractRequestSchema } from './extract-schema.ts';
import { createGenerateContentRoute } from './generate-content.ts';

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
export function createFunctionRoutes(services: Services, publicAnonKey: string | null): Hono<AppEnv> {
  const functions = new Hono<AppEnv>();
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
    const { apiKey } = context.var.client;
    if (apiKey !== 'none') services.metrics.recordApiKey(apiKey === 'valid');
    const sent = [context.req.header('apikey'), apiKey === 'valid' ? undefined : bearerToken(context)];
    const limitResponse = await countRequest(context, 'functions');
    if (limitResponse) return limitResponse;
    if (apiKey === 'unknown' || !isPublicKeyValid(publicAnonKey, sent))
      return errorResponse(context, 'key.unknown');
    await next();
  });

  functions.post('/extract-threads-media', describeExtractRoute, async (context) => {
    const body = await parseJsonBody(context, extractRequestSchema, extractBodyLimitBytes);
    if (!body.ok) return body.error;
    const extract = async () => context.json(await extractThreadsMedia(context, body.value, services));
    // Input without a post link fails without an upstream request, so it doesn't count.
    if ('url' in body.value && !services.hasPostLink(body.value.url)) return extract();
    const limitResponse = await countRequest(context, 'url' in body.value ? 'extractions' : 'media');
    return limitResponse ?? withExtractionSlot(context, extract);
  });

  functions.post('/redeem-proof', async (context, next) => {
    if (!services.requiresProof()) return next();
    const body = await parseJsonBody(context, proofSchema, extractBodyLimitBytes);
    if (!body.ok) return body.error;
    const pass = await services.proofs.verify(body.value);
    const result: ProofOfWorkResponse = pass.ok
      ? { success: true, pass: pass.value }
      : toErrorBody(context.var.locale, { code: pass.error });
    return context.json(result);
  });
  functions.route('/generate-content', createGenerateContentRoute(services));

  functions.all('*', (context) => {
    context.header('allow', 'POST, OPTIONS');
    const names = `extract-threads-media|generate-content${services.requiresProof() ? '|redeem-proof' : ''}`;
    const isKnown = new RegExp(`/(${names})$`).test(context.req.path);
    return errorResponse(context, isKnown ? 'method.unknown' : 'function.unknown');
  });
  return functions;
}

async function extractThreadsMedia(
  { req, var: { client, locale } }: AppContext,
  body: z.infer<typeof extractRequestSchema>,
  { extractMedia, media }: Services,
): Promise<ExtractResponse | DownloadResponse> {
  if ('url' in body) {
    const hasApiKey = client.apiKey === 'valid';
    return extractMedia(body.url, locale, { thread: body.thread ?? false, hasApiKey });
  }
  const { signal } = req.raw;
  const file = await media.readWholeFile(parseTicket(body.downloadUrl), base64LimitBytes, signal);
  return file.ok
    ? { success: true, data: file.value.bytes.toString('base64') }
    : toErrorBody(locale, file.error);
}

/** An empty string is rejected as an invalid ticket. */
function parseTicket(downloadUrl: string): string {
  const url = URL.parse(downloadUrl);
  const path = url ? url.pathname + url.search : downloadUrl;
  return path.startsWith('/media/') ? path.slice('/media/'.length) : '';
}

/** The public key is optional, but if sent it must match. */
function isPublicKeyValid(expected: string | null, sent: readonly (string | undefined)[]): boolean {
  if (expected === null) return true;
  return sent.every((key) => {
    if (key === undefined) return true;
    const [a, b] = [Buffer.from(key), Buffer.from(expected)];
    return a.length === b.length && timingSafeEqual(a, b);
  });
}
