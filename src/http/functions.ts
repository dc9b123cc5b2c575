import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ConcurrencyGate } from '#platform/concurrency-gate.ts';
import type { Services } from '#services.ts';
import type { ProofAnswer } from '#verification/contract.ts';
import type { RequestErrorCode } from './contract.ts';
import { describeExtract } from './describe-extract.ts';
import { extractBody, extractLimitBytes, extractThreadsMedia } from './extract-function.ts';
import { createGenerateContent } from './generate-content.ts';
import { type CallLimiter, refuseCallForNow } from './limit-calls.ts';
import { proofBody } from './proof-body.ts';
import { readJson } from './read-json.ts';
import { placeSeconds } from './reading-gate.ts';
import { refusalOf } from './refusal.ts';

const allowedHeaders = 'authorization, apikey, content-type, accept-language, x-client-info, x-region';

/** `POST {functions-base}/{name}`, as `@supabase/functions-js` calls it from any origin. */
export function createFunctions(
  services: Services,
  publicAnonKey: string | null,
  publicOrigin: string,
  limiter: CallLimiter,
  reading: ConcurrencyGate,
): Hono {
  const functions = new Hono();
  const refuse = (context: Context, code: RequestErrorCode, status: ContentfulStatusCode) =>
    context.json(refusalOf(services, context.req.header('accept-language'), code), status);

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
    const caller = await limiter.callerOf(context);
    if (caller?.isKeyed !== false) services.measures.keyJudged(caller !== null);
    const sent = [context.req.header('apikey'), caller?.isKeyed ? undefined : bearerOf(context)];
    const isKnown = caller !== null && keysFit(publicAnonKey, sent);
    const refused = await limiter.count(context, 'functions');
    if (refused) return refused;
    if (!isKnown) return refuse(context, 'key.unknown', 401);
    await next();
  });

  functions.post(
    '/extract-threads-media',
    describeExtract,
    bodyLimit({
      maxSize: extractLimitBytes,
      onError: (context) => refuse(context, 'body.too_large', 413),
    }),
    async (context) => {
      const body = extractBody.safeParse(await readJson(context.req.raw));
      if (!body.success) return refuse(context, 'body.malformed', 400);
      const locale = services.preferredLocale(context.req.header('accept-language'));
      const caller = await limiter.callerOf(context);
      const { signal } = context.req.raw;
      const isKeyed = caller?.isKeyed ?? false;
      const answer = () => extractThreadsMedia(body.data, locale, services, { signal, isKeyed });
      // A text that names no post is refused without asking anybody.
      if ('url' in body.data && !services.namesPost(body.data.url)) return context.json(await answer());
      const refused = await limiter.count(context, 'url' in body.data ? 'extractions' : 'media');
      if (refused) return refused;
      const leave = reading.enter(caller?.id ?? '');
      if (leave === 'client') return refuseCallForNow(context, services, 'limit.reached', 429, placeSeconds);
      if (leave === 'all') return refuseCallForNow(context, services, 'server.busy', 503, placeSeconds);
      try {
        return context.json(await answer());
      } finally {
        leave();
      }
    },
  );

  const { proofs } = services;
  if (proofs) {
    const limitBody = bodyLimit({
      maxSize: extractLimitBytes,
      onError: (context) => refuse(context, 'body.too_large', 413),
    });
    functions.post('/redeem-proof', limitBody, async (context) => {
      const body = proofBody.safeParse(await readJson(context.req.raw));
      if (!body.success) return refuse(context, 'body.malformed', 400);
      const pass = await proofs.redeem(body.data);
      const locale = services.preferredLocale(context.req.header('accept-language'));
      const answer: ProofAnswer = pass.ok
        ? { success: true, pass: pass.value }
        : { success: false, code: pass.error, error: services.wordError(locale, { code: pass.error }) };
      return context.json(answer);
    });
  }
  functions.route('/generate-content', createGenerateContent(services, publicOrigin));

  functions.all('*', (context) => {
    context.header('allow', 'POST, OPTIONS');
    const names = `extract-threads-media|generate-content${proofs ? '|redeem-proof' : ''}`;
    const isKnown = new RegExp(`/(${names})$`).test(context.req.path);
    return isKnown ? refuse(context, 'method.unknown', 405) : refuse(context, 'function.unknown', 404);
  });
  return functions;
}

const bearerOf = (context: Context) => context.req.header('authorization')?.replace(/^Bearer /i, '');

/** The public key is optional; one that is sent must be ours. */
function keysFit(expected: string | null, sent: readonly (string | undefined)[]): boolean {
  if (expected === null) return true;
  return sent.every((key) => {
    if (key === undefined) return true;
    const [a, b] = [Buffer.from(key), Buffer.from(expected)];
    return a.length === b.length && timingSafeEqual(a, b);
  });
}
