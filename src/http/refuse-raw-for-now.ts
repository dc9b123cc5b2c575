import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Services } from '#services.ts';
import type { ForNowErrorCode } from './contract.ts';
import { inertContentPolicy } from './security-headers.ts';

/** Refused now, and not for good: a sentence for people, with a code for programs, and when to come again. */
export function refuseRawForNow(
  request: IncomingMessage,
  response: ServerResponse,
  services: Pick<Services, 'pageLocale' | 'wordError'>,
  { code, seconds }: { code: ForNowErrorCode; seconds: number },
): void {
  const { headers, url = '/', method } = request;
  const locale = services.pageLocale(headers.referer, headers['accept-language']);
  const error = services.wordError(locale, { code, retryAfterSeconds: seconds });
  const isPerson = headers['sec-fetch-dest'] === 'document';
  const body = isPerson ? error : JSON.stringify({ success: false, code, error, retryAfter: seconds });
  // A body that is not read must not be taken for the next request.
  if (method !== 'GET' && method !== 'HEAD') response.shouldKeepAlive = false;
  response.writeHead(code === 'limit.reached' ? 429 : 503, {
    'content-type': isPerson ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': inertContentPolicy,
    'cache-control': 'private, no-store',
    'retry-after': String(seconds),
    ...(url.startsWith('/functions/') && { 'access-control-allow-origin': '*' }),
  });
  response.end(method === 'HEAD' ? undefined : body);
}
