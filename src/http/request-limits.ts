import type { MiddlewareHandler } from 'hono';
import type { RateLimitGroup, RateLimitResult } from '#platform/limits/rate-limiter.ts';
import type { AppContext, AppEnv } from './context.ts';
import { retryAfterResponse } from './responses/error-response.ts';

const minuteMs = 60_000;
const perMinute = (limit: number): RateLimitGroup => ({ limit, windowMs: minuteMs });

/** Per client unless noted. */
export const requestLimits = {
  extractions: perMinute(20),
  /** Downloads started. */
  media: perMinute(40),
  /** Previews and playbacks. */
  views: perMinute(600),
  functions: perMinute(3000),
  search: perMinute(120),
  data: perMinute(1200),
  admin: perMinute(1200),
  contact: perMinute(5),
  /** Marks which client started which file, so that later ranges count as the same download. */
  starts: { limit: 10_000, windowMs: 15 * minuteMs },
  /** Contact messages, from all clients together. */
  letters: { limit: 30, windowMs: 600_000, isFixed: true },
} satisfies Record<string, RateLimitGroup>;
export type LimitGroup = keyof typeof requestLimits;

/** The three classes of media requests; `priceOf` in `routes/media.ts` classifies them. */
export const mediaCosts = {
  /** A HEAD request, a thumbnail, or a further range of a started download. */
  preview: { group: 'views', points: 1 },
  /** A file shown in the page, or the rest of a download that started too long ago to know. */
  playback: { group: 'views', points: 5 },
  /** A saved file. */
  download: { group: 'media', points: 1 },
} as const;
export const maxConcurrentConversions = { perClient: 3, total: 100 };
export const maxConcurrentTransfers = { perClient: 32, total: 1000 };
export const maxConnectionsPerClient = 256;
export const maxConcurrentExtractions = { perClient: 40, total: 200 };

export const slotRetrySeconds = 5;

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

/** Holds one of the client's places for extractions while `extract` runs. */
export async function withExtractionSlot(
  context: AppContext,
  extract: () => Promise<Response>,
): Promise<Response> {
  const { client, extractionLimit } = context.var;
  const release = extractionLimit.acquire(client.key);
  if (release === 'client') return retryAfterResponse(context, 'limit.reached', slotRetrySeconds);
  if (release === 'all') return retryAfterResponse(context, 'server.busy', slotRetrySeconds);
  try {
    return await extract();
  } finally {
    release();
  }
}
