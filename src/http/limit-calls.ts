import type { Context, MiddlewareHandler } from 'hono';
import type { Taken } from '#platform/rate-limits.ts';
import type { Services } from '#services.ts';
import type { CallGroup } from './call-limits.ts';
import { createClientNetwork, incomingOf } from './client-network.ts';
import type { ForNowErrorCode } from './contract.ts';
import { type Caller, createCallerReader } from './read-caller.ts';
import { refusalOf } from './refusal.ts';

export type LimitServices = Pick<Services, 'accounts' | 'limits' | 'preferredLocale' | 'wordError'>;

export interface CallLimiter {
  /** Counts a call of the client behind a request, and writes what it has left. The refusal, or null. */
  count(context: Context, group: CallGroup): Promise<Response | null>;
  /** Before calls that all count alike. */
  each(group: CallGroup): MiddlewareHandler;
  /** Whose call it is; null where a key was sent that is none of ours: counted by its network then. */
  callerOf(context: Context): Promise<Caller | null>;
}

/** What is left, as draft-ietf-httpapi-ratelimit-headers-11 writes it. */
export function limitHeaders(group: CallGroup, taken: Taken): Record<string, string> {
  const { limit, windowSeconds, remaining, resetSeconds, isAllowed } = taken;
  return {
    'ratelimit-policy': `"${group}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${group}";r=${remaining};t=${resetSeconds}`,
    ...(!isAllowed && { 'retry-after': String(resetSeconds) }),
  };
}

export function createCallLimiter(services: LimitServices, trustedProxies: readonly string[]): CallLimiter {
  const clientNetwork = createClientNetwork(trustedProxies);
  const readCaller = createCallerReader(clientNetwork, services);
  const callerOf = (context: Context) => readCaller(incomingOf(context));

  async function count(context: Context, group: CallGroup): Promise<Response | null> {
    const caller = await callerOf(context);
    const client = caller?.id ?? clientNetwork(incomingOf(context));
    const taken = await services.limits.take(group, client, 1, caller?.factor);
    for (const [name, value] of Object.entries(limitHeaders(group, taken))) context.header(name, value);
    return taken.isAllowed
      ? null
      : refuseCallForNow(context, services, 'limit.reached', 429, taken.resetSeconds);
  }

  return {
    count,
    callerOf,
    each: (group) => async (context, next) => {
      const refused = await count(context, group);
      if (refused) return refused;
      await next();
    },
  };
}

/** Refused now, and not for good: says when to come again. */
export function refuseCallForNow(
  context: Context,
  services: Pick<Services, 'preferredLocale' | 'wordError'>,
  code: ForNowErrorCode,
  status: 429 | 503,
  seconds: number,
): Response {
  context.header('retry-after', String(seconds));
  context.header('cache-control', 'private, no-store');
  const refusal = refusalOf(services, context.req.header('accept-language'), code, seconds);
  return context.json({ ...refusal, retryAfter: seconds }, status);
}
