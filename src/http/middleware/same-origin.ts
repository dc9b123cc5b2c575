import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../context.ts';
import { errorResponse } from '../responses/error-response.ts';

/** Compares hosts, not schemes: a proxy may use another one. */
export function isSameOrigin(origin: string, headers: Headers, publicOrigin: string): boolean {
  if (origin === publicOrigin || headers.get('sec-fetch-site') === 'same-origin') return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

export function isSameOriginWrite(headers: Headers, publicOrigin: string): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    origin !== null &&
    (site === null || site === 'same-origin') &&
    isSameOrigin(origin, headers, publicOrigin)
  );
}

export const requireSameOriginWrites: MiddlewareHandler<AppEnv> = async (context, next) => {
  const { method, raw } = context.req;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (isWrite && !isSameOriginWrite(raw.headers, context.var.publicOrigin))
    return errorResponse(context, 'request.foreign');
  await next();
};
