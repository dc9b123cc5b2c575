import type { MiddlewareHandler } from 'hono';
import type { RateLimitResult } from '#platform/limits/rate-limiter.ts';
import type { AppContext, AppEnv } from '../context.ts';
import type { LimitGroup } from '../request-limits.ts';
import { retryAfterResponse } from '../responses/error-response.ts';

/** draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitHeaders(group: LimitGroup, result: RateLimitResult): Record<string, string> {
  const { limit, windowSeconds, remaining, resetSeconds, isAllowed } = result;
  return {
    'ratelimit-policy': `"${group}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${group}";r=${remaining};t=${resetSeconds}`,
    ...(!isAllowed && { 'retry-after': String(resetSeconds) }),
  };
}

/** Sets the rate-limit headers. Returns the error response if over the limit. */
export async function countRequest(context: AppContext, group: LimitGroup): Promise<Response | null> {
  const { client, limits } = context.var;
  const result = await limits.consume(group, client.key, 1, client.factor);
  for (const [name, value] of Object.entries(rateLimitHeaders(group, result))) context.header(name, value);
  return result.isAllowed ? null : retryAfterResponse(context, 'limit.reached', result.resetSeconds);
}

export function limitRequests(group: LimitGroup): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const limitResponse = await countRequest(context, group);
    if (limitResponse) return limitResponse;
    await next();
  };
}

export const slotRetrySeconds = 5;
