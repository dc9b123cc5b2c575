import type { IncomingMessage, ServerResponse } from 'node:http';
import { type MediaError, mediaErrorCodes, mediaErrorStatus } from '#media/contract.ts';
import type { Services } from '#services.ts';
import { inertContentPolicy } from './security-headers.ts';

/**
 * A refused media address: JSON with code and sentence for programs; a visitor who followed the link in a tab is
 * led back to the start page, which says what happened in his language.
 */
export function refuseMedia(
  request: IncomingMessage,
  response: ServerResponse,
  error: MediaError,
  services: Pick<Services, 'pageLocale' | 'wordError' | 'homePath'>,
): void {
  const locale = services.pageLocale(request.headers.referer, request.headers['accept-language']);
  response.setHeader('cache-control', 'private, no-store');
  const isPerson = request.headers['sec-fetch-dest'] === 'document';
  if (isPerson && isPageCode(error.code)) {
    response.writeHead(303, {
      location: `${services.homePath(locale)}?problem=${error.code}`,
      'content-length': 0,
    });
    response.end();
    return;
  }
  const sentence = services.wordError(locale, error);
  const body = isPerson ? sentence : JSON.stringify({ success: false, code: error.code, error: sentence });
  response.writeHead(mediaErrorStatus[error.code], {
    'content-type': isPerson ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': inertContentPolicy,
    ...(error.totalBytes !== undefined && { 'content-range': `bytes */${error.totalBytes}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether the start page has a sentence for it; the others are worded here alone. */
function isPageCode(code: MediaError['code']): boolean {
  return mediaErrorCodes.some((known) => known === code);
}
