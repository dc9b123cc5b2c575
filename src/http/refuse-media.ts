import type { IncomingMessage, ServerResponse } from 'node:http';
import { type MediaError, mediaErrorCodes, mediaErrorStatus } from '#media/contract.ts';
import type { Services } from '#services.ts';
import { inertContentPolicy } from './security-headers.ts';

/**
 * Sends a media error: JSON for programs. A browser navigation is redirected to the home page, which shows
 * the message, or gets the message as plain text.
 */
export function sendMediaError(
  request: IncomingMessage,
  response: ServerResponse,
  error: MediaError,
  services: Pick<Services, 'pageLocale' | 'formatError' | 'homePath'>,
): void {
  const locale = services.pageLocale(request.headers.referer, request.headers['accept-language']);
  response.setHeader('cache-control', 'private, no-store');
  const isNavigation = request.headers['sec-fetch-dest'] === 'document';
  if (isNavigation && isPageCode(error.code)) {
    response.writeHead(303, {
      location: `${services.homePath(locale)}?problem=${error.code}`,
      'content-length': 0,
    });
    response.end();
    return;
  }
  const sentence = services.formatError(locale, error);
  const body = isNavigation
    ? sentence
    : JSON.stringify({ success: false, code: error.code, error: sentence });
  response.writeHead(mediaErrorStatus[error.code], {
    'content-type': isNavigation ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': inertContentPolicy,
    ...(error.totalBytes !== undefined && { 'content-range': `bytes */${error.totalBytes}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether the home page has a message for the code. */
function isPageCode(code: MediaError['code']): boolean {
  return mediaErrorCodes.some((known) => known === code);
}
