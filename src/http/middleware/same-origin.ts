import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../context.ts';
import { errorResponse } from '../responses/error-response.ts';

const loopbackOrigin = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** Only `publicOrigin`. In development and tests, this machine may have another name or port in the browser. */
export function isOwnOrigin(origin: string, headers: Headers, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  const isDevelopment = loopbackOrigin.test(publicOrigin) && loopbackOrigin.test(origin);
  return isDevelopment && origin === `http://${headers.get('host')}`;
}

export function isSameOriginWrite(headers: Headers, publicOrigin: string): boolean {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  return (
    origin !== null && (site === null || site === 'same-origin') && isOwnOrigin(origin, headers, publicOrigin)
  );
}

export const requireSameOriginWrites: MiddlewareHandler<AppEnv> = async (context, next) => {
  const { method, raw } = context.req;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (isWrite && !isSameOriginWrite(raw.headers, context.var.publicOrigin))
    return errorResponse(context, 'request.foreign');
  await next();
};
