import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '#services.ts';
import type { RetryableErrorCode } from './contract.ts';
import { inertContentPolicy } from './security-headers.ts';

/** Sends a 429 or 503 with Retry-After: plain text for browser navigation, JSON otherwise. */
export function sendRetryAfter(
  request: IncomingMessage,
  response: ServerResponse,
  services: Pick<Services, 'pageLocale' | 'formatError'>,
  { code, seconds }: { code: RetryableErrorCode; seconds: number },
): void {
  const { headers, url = '/', method } = request;
  const locale = services.pageLocale(headers.referer, headers['accept-language']);
  const error = services.formatError(locale, { code, retryAfterSeconds: seconds });
  const isNavigation = headers['sec-fetch-dest'] === 'document';
  const body = isNavigation ? error : JSON.stringify({ success: false, code, error, retryAfter: seconds });
  // An unread body must not be parsed as the next request.
  if (method !== 'GET' && method !== 'HEAD') response.shouldKeepAlive = false;
  response.writeHead(code === 'limit.reached' ? 429 : 503, {
    'content-type': isNavigation ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': inertContentPolicy,
    'cache-control': 'private, no-store',
    'retry-after': String(seconds),
    ...(url.startsWith('/functions/') && { 'access-control-allow-origin': '*' }),
  });
  response.end(method === 'HEAD' ? undefined : body);
}
