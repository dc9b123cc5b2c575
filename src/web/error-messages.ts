import type { BlogErrorCode } from '#blog/contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { MediaErrorCode } from '#media/contract.ts';
import type { ExtractionErrorCode } from '#threads/contract.ts';
import type { RequestErrorCode } from './request-contract.ts';

type ErrorCode =
  | ExtractionErrorCode
  | MediaErrorCode
  | RequestErrorCode
  | Extract<BlogErrorCode, 'post.missing'>;

export const errorMessages = {
  'link.empty': 'error.link.empty',
  'link.not_threads': 'error.link.not_threads',
  'link.not_a_post': 'error.link.not_a_post',
  'link.live_chat': 'error.link.live_chat',
  'link.cut_off': 'error.link.cut_off',
  'post.missing': 'error.post.missing',
  'post.gone': 'error.post.gone',
  'post.private': 'error.post.private',
  'post.restricted': 'error.post.restricted',
  'post.sign_in': 'error.post.sign_in',
  'post.expired': 'error.post.expired',
  'post.no_media': 'error.post.no_media',
  'post.media_elsewhere': 'error.post.media_elsewhere',
  'upstream.busy': 'error.upstream.busy',
  'upstream.login': 'error.upstream.login',
  'upstream.checkpoint': 'error.upstream.checkpoint',
  'upstream.empty': 'error.upstream.empty',
  'upstream.unreachable': 'error.upstream.unreachable',
  'upstream.timeout': 'error.upstream.timeout',
  'upstream.changed': 'error.upstream.changed',
  'ticket.invalid': 'error.ticket.invalid',
  'ticket.expired': 'error.ticket.expired',
  'media.gone': 'error.media.gone',
  'media.wrong_type': 'error.media.wrong_type',
  'media.too_large': 'error.media.too_large',
  'media.range': 'error.media.range',
  'media.busy': 'error.media.busy',
  'media.unreachable': 'error.media.unreachable',
  'media.timeout': 'error.media.timeout',
  'archive.unfit': 'error.archive.unfit',
  'archive.too_large': 'error.archive.too_large',
  'body.malformed': 'error.body.malformed',
  'body.too_large': 'error.body.too_large',
  'body.unfit': 'error.body.unfit',
  'body.too_long': 'error.body.too_long',
  'query.malformed': 'error.query.malformed',
  'key.unknown': 'error.key.unknown',
  'method.unknown': 'error.method.unknown',
  'function.unknown': 'error.function.unknown',
  'call.unknown': 'error.call.unknown',
  'request.foreign': 'error.request.cross_site',
  'request.anonymous': 'error.request.anonymous',
  'server.failed': 'error.server.failed',
} as const satisfies Record<ErrorCode, MessageKey>;

export interface FormattableError {
  code: ErrorCode;
  retryAfterSeconds?: number;
}

export function formatError(t: Translator, { code, retryAfterSeconds }: FormattableError): string {
  if (code === 'upstream.busy' && retryAfterSeconds !== undefined) {
    return t('error.upstream.busy_for', { count: Math.max(1, Math.ceil(retryAfterSeconds)) });
  }
  return t(errorMessages[code]);
}
