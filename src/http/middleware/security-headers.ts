import type { MiddlewareHandler } from 'hono';
import { isSecureOrigin } from '#web/secure-origin.ts';

export function securityHeaders(publicOrigin: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // Elsewhere, browsers ignore it and log an error on each page.
    ...(isSecureOrigin(publicOrigin) && { 'cross-origin-opener-policy': 'same-origin' }),
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    ...(publicOrigin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

export const inertContentPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

export const noStore: MiddlewareHandler = async (context, next) => {
  context.header('cache-control', 'private, no-store');
  await next();
};
