import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EditErrorCode } from '#blog/editing-contract.ts';
import { type MediaError, mediaErrorCodes, mediaErrorStatus } from '#media/contract.ts';
import type { RunErrorCode } from '#translation/contract.ts';
import type { AdminRequestErrorCode, RequestErrorCode, RetryableErrorCode } from '#web/request-contract.ts';
import type { Services } from '../context.ts';
import { inertContentPolicy } from '../middleware/security-headers.ts';

export type HttpErrorCode =
  | RequestErrorCode
  | RetryableErrorCode
  | AdminRequestErrorCode
  | EditErrorCode
  | RunErrorCode;

export function errorBody(
  services: Pick<Services, 'preferredLocale' | 'formatError'>,
  acceptLanguage: string | undefined,
  code: HttpErrorCode,
  retryAfterSeconds?: number,
): { success: false; code: HttpErrorCode; error: string } {
  const locale = services.preferredLocale(acceptLanguage);
  return {
    success: false,
    code,
    error: services.formatError(locale, {
      code,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }),
  };
}

/** JSON for programs. A browser navigation is redirected to the home page or gets plain text. */
export function sendMediaError(
  request: IncomingMessage,
  response: ServerResponse,
  error: MediaError,
  services: Pick<Services, 'pageLocale' | 'formatError' | 'homePath'>,
): void {
  const locale = services.pageLocale(request.headers.referer, request.headers['accept-language']);
  response.setHeader('cache-control', 'private, no-store');
  const isNavigation = request.headers['sec-fetch-dest'] === 'document';
  if (isNavigation && hasHomePageMessage(error.code)) {
    response.writeHead(303, {
      location: `${services.homePath(locale)}?problem=${error.code}`,
      'content-length': 0,
    });
    response.end();
    return;
  }
  const message = services.formatError(locale, error);
  const body = isNavigation ? message : JSON.stringify({ success: false, code: error.code, error: message });
  response.writeHead(mediaErrorStatus[error.code], {
    'content-type': isNavigation ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': inertContentPolicy,
    ...(error.totalBytes !== undefined && { 'content-range': `bytes */${error.totalBytes}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function hasHomePageMessage(code: MediaError['code']): boolean {
  return mediaErrorCodes.some((known) => known === code);
}

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
