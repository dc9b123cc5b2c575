import type { Context, MiddlewareHandler } from 'hono';
import { type ConcurrencyLimit, createConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import type { RateLimitResult } from '#platform/limits/rate-limiter.ts';
import type { RetryableErrorCode } from '#web/request-contract.ts';
import type { Services } from '../context.ts';
import { type LimitGroup, maxConcurrentExtractions } from '../request-limits.ts';
import { errorBody } from '../responses/error-response.ts';
import { type Client, createGetClientNetwork, createIdentifyClient, incomingRequest } from './client.ts';

export type RequestLimiterDeps = Pick<Services, 'accounts' | 'limits' | 'preferredLocale' | 'formatError'>;

export interface RequestLimiter {
  /** Sets the rate-limit headers. Returns the error response if over the limit. */
  count(context: Context, group: LimitGroup): Promise<Response | null>;
  middleware(group: LimitGroup): MiddlewareHandler;
  /** Null for an invalid API key, whose requests count toward the limits of the network. */
  identify(context: Context): Promise<Client | null>;
}

/** draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitHeaders(group: LimitGroup, result: RateLimitResult): Record<string, string> {
  const { limit, windowSeconds, remaining, resetSeconds, isAllowed } = result;
  return {
    'ratelimit-policy': `"${group}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${group}";r=${remaining};t=${resetSeconds}`,
    ...(!isAllowed && { 'retry-after': String(resetSeconds) }),
  };
}

export function createRequestLimiter(
  services: RequestLimiterDeps,
  trustedProxies: readonly string[],
): RequestLimiter {
  const clientNetwork = createGetClientNetwork(trustedProxies);
  const identifyClient = createIdentifyClient(clientNetwork, services);
  const identify = (context: Context) => identifyClient(incomingRequest(context));

  async function count(context: Context, group: LimitGroup): Promise<Response | null> {
    const client = await identify(context);
    const clientKey = client?.id ?? clientNetwork(incomingRequest(context));
    const result = await services.limits.consume(group, clientKey, 1, client?.factor);
    for (const [name, value] of Object.entries(rateLimitHeaders(group, result))) context.header(name, value);
    return result.isAllowed
      ? null
      : retryAfterResponse(context, services, 'limit.reached', 429, result.resetSeconds);
  }

  return {
    count,
    identify,
    middleware: (group) => async (context, next) => {
      const limitResponse = await count(context, group);
      if (limitResponse) return limitResponse;
      await next();
    },
  };
}

export function retryAfterResponse(
  context: Context,
  services: Pick<Services, 'preferredLocale' | 'formatError'>,
  code: RetryableErrorCode,
  status: 429 | 503,
  seconds: number,
): Response {
  context.header('retry-after', String(seconds));
  context.header('cache-control', 'private, no-store');
  const body = errorBody(services, context.req.header('accept-language'), code, seconds);
  return context.json({ ...body, retryAfter: seconds }, status);
}

export const slotRetrySeconds = 5;

export function createExtractionLimit(scale: number): ConcurrencyLimit {
  const { perClient, total } = maxConcurrentExtractions;
  return createConcurrencyLimit({ perClient: perClient * scale, total });
}
