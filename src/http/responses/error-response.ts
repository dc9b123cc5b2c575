import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { DataJobErrorCode } from '#backup/data-job-contract.ts';
import type { EditErrorCode } from '#blog/editing-contract.ts';
import type { Locale } from '#i18n/locales.ts';
import { localizedPath, splitLocale } from '#i18n/localized-path.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { type MediaError, mediaErrorCodes, mediaErrorStatus } from '#media/contract.ts';
import type { ExtractionErrorCode } from '#threads/contract.ts';
import type { RunErrorCode } from '#translation/contract.ts';
import type { AdminRequestErrorCode, RequestErrorCode, RetryableErrorCode } from '#web/request-contract.ts';
import { formatRequestError, type RequestError } from '#web/server-error-messages.ts';
import type { AppContext } from '../context.ts';
import { inertContentPolicy } from '../middleware/security-headers.ts';

export type HttpErrorCode =
  | RequestErrorCode
  | RetryableErrorCode
  | AdminRequestErrorCode
  | EditErrorCode
  | ExtractionErrorCode
  | RunErrorCode
  | DataJobErrorCode;

const errorStatus = {
  ...mediaErrorStatus,
  'body.malformed': 400,
  'body.unfit': 400,
  'fields.unfit': 400,
  'data.site_url': 400,
  'query.malformed': 400,
  'key.unknown': 401,
  'publish.anonymous': 401,
  'request.anonymous': 401,
  'setup.link': 401,
  'request.foreign': 403,
  'role.forbids': 403,
  'data.other_session': 403,
  'call.unknown': 404,
  'data.gone': 404,
  'author.missing': 404,
  'category.missing': 404,
  'function.unknown': 404,
  'offer.missing': 404,
  'post.missing': 404,
  'revision.missing': 404,
  'run.missing': 404,
  'tag.missing': 404,
  'method.unknown': 405,
  'data.busy': 409,
  'data.chunk': 409,
  'data.unexpected': 409,
  'language.taken': 409,
  'block.changed': 409,
  'correction.missing': 409,
  'offer.gone': 409,
  'post.conflict': 409,
  'run.live': 409,
  'run.over': 409,
  'slug.taken': 409,
  'slug.reserved': 409,
  'body.heavy': 413,
  'body.too_large': 413,
  'data.too_large': 413,
  'body.too_long': 413,
  'text.too_long': 413,
  'run.too_long': 413,
  'body.type': 415,
  'block.tags': 422,
  'key.reused': 422,
  'link.empty': 422,
  'link.not_a_post': 422,
  'link.live_chat': 422,
  'link.cut_off': 422,
  'link.not_threads': 422,
  'clip.too_large': 422,
  'clip.unreadable': 422,
  'password.wrong': 422,
  'picture.foreign': 422,
  'picture.too_large': 422,
  'picture.unreadable': 422,
  'post.gone': 422,
  'post.media_elsewhere': 422,
  'post.no_media': 422,
  'post.private': 422,
  'post.restricted': 422,
  'post.sign_in': 422,
  'post.expired': 422,
  'run.empty': 422,
  'run.translation': 422,
  'publication.future': 422,
  'schedule.past': 422,
  'text.timeout': 422,
  'version.missing': 428,
  'attempts.too_many': 429,
  'limit.reached': 429,
  'server.failed': 500,
  'upstream.changed': 502,
  'upstream.unreachable': 502,
  'server.busy': 503,
  'server.unwritable': 503,
  'server.restoring': 503,
  'upstream.busy': 503,
  'upstream.login': 503,
  'upstream.checkpoint': 503,
  'upstream.empty': 503,
  'upstream.timeout': 504,
} as const satisfies Record<HttpErrorCode | MediaError['code'], ContentfulStatusCode>;

export function toErrorBody<Code extends RequestError['code']>(
  locale: Locale,
  error: { code: Code; retryAfterSeconds?: number },
) {
  const { code, retryAfterSeconds } = error;
  return {
    success: false as const,
    code,
    error: formatRequestError(serverTranslator(locale), error),
    ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }),
  };
}

/** `more` adds to the body or replaces parts of it. */
export function errorResponse(
  context: AppContext,
  code: HttpErrorCode,
  more: object = {},
  status: ContentfulStatusCode = errorStatus[code],
): Response {
  return context.json({ ...toErrorBody(context.var.locale, { code }), ...more }, status);
}

export function retryAfterResponse(
  context: AppContext,
  code: RetryableErrorCode,
  retryAfterSeconds: number,
): Response {
  context.header('retry-after', String(retryAfterSeconds));
  context.header('cache-control', 'private, no-store');
  return context.json(toErrorBody(context.var.locale, { code, retryAfterSeconds }), errorStatus[code]);
}

/** JSON for programs. A browser navigation is redirected to the home page or gets plain text. */
export function sendError(
  { headers, method, url = '/' }: IncomingMessage,
  response: ServerResponse,
  error: MediaError | { code: RetryableErrorCode; retryAfterSeconds: number },
): void {
  const referer = URL.parse(headers.referer ?? '');
  const locale = referer ? splitLocale(referer.pathname).locale : preferredLocale(headers['accept-language']);
  const isNavigation = headers['sec-fetch-dest'] === 'document';
  response.setHeader('cache-control', 'private, no-store');
  if (isNavigation && mediaErrorCodes.some((code) => code === error.code)) {
    const location = `${localizedPath(locale, '/')}?problem=${error.code}`;
    response.writeHead(303, { location, 'content-length': 0 }).end();
    return;
  }
  const errorBody = toErrorBody(locale, error);
  const body = isNavigation ? errorBody.error : JSON.stringify(errorBody);
  if ('retryAfterSeconds' in error) {
    response.setHeader('retry-after', error.retryAfterSeconds);
    // An unread body must not be parsed as the next request.
    if (method !== 'GET' && method !== 'HEAD') response.shouldKeepAlive = false;
  }
  response.writeHead(errorStatus[error.code], {
    'content-type': isNavigation ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': inertContentPolicy,
    ...('totalBytes' in error && { 'content-range': `bytes */${error.totalBytes}` }),
    ...(url.startsWith('/functions/') && { 'access-control-allow-origin': '*' }),
  });
  response.end(method === 'HEAD' ? undefined : body);
}
