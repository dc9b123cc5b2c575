import type { EditErrorCode } from '#blog/editing-contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { ConversionErrorCode, LockedErrorCode } from '#media/contract.ts';
import type { RunErrorCode } from '#translation/contract.ts';
import type { ProofOfWorkErrorCode } from '#verification/contract.ts';
import { errorMessages, type FormattableError, formatError } from './error-messages.ts';
import type { AdminRequestErrorCode, RetryableErrorCode } from './request-contract.ts';

type ProofOfWorkCode = LockedErrorCode | ProofOfWorkErrorCode;
type AdminErrorCode = Exclude<EditErrorCode, FormattableError['code']> | AdminRequestErrorCode | RunErrorCode;

/** Server-only messages. They are separate from `errorMessages`, which is part of the client bundle. */
const requestErrorMessages = {
  'post.conflict': 'error.desk.conflict',
  'slug.taken': 'error.desk.slug_taken',
  'language.taken': 'error.desk.language_taken',
  'picture.unreadable': 'error.desk.picture_unreadable',
  'picture.too_large': 'error.desk.picture_too_large',
  'picture.foreign': 'error.desk.picture_foreign',
  'revision.missing': 'error.desk.revision_missing',
  'schedule.past': 'error.desk.schedule_past',
  'role.forbids': 'error.desk.role_forbids',
  'category.missing': 'error.desk.category_missing',
  'tag.missing': 'error.desk.tag_missing',
  'run.missing': 'error.desk.run_missing',
  'run.empty': 'error.desk.run_empty',
  'run.over': 'error.desk.run_over',
  'run.live': 'error.desk.run_live',
  'run.translation': 'error.desk.run_translation',
  'offer.missing': 'error.desk.offer_missing',
  'offer.gone': 'error.desk.offer_gone',
  'version.missing': 'error.desk.version_missing',
  'body.type': 'error.desk.body_type',
  'body.heavy': 'error.desk.body_heavy',
  'fields.unfit': 'error.desk.fields_unfit',
  'publish.anonymous': 'error.desk.publish_anonymous',
  'server.busy': 'error.server.busy',
  'server.unwritable': 'error.server.unwritable',
  'conversion.unavailable': 'error.conversion.unavailable',
  'conversion.failed': 'error.conversion.failed',
  'conversion.no_sound': 'error.conversion.no_sound',
  'conversion.too_large': 'error.conversion.too_large',
  'ticket.locked': 'error.proof.locked',
  'proof.invalid': 'error.proof.invalid',
  'proof.expired': 'error.proof.expired',
  'proof.spent': 'error.proof.spent',
} as const satisfies Record<
  AdminErrorCode | ProofOfWorkCode | ConversionErrorCode | 'server.busy' | 'server.unwritable',
  MessageKey
>;

export type RequestError = Omit<FormattableError, 'code'> & {
  code:
    | FormattableError['code']
    | AdminErrorCode
    | ProofOfWorkCode
    | ConversionErrorCode
    | RetryableErrorCode;
};

export function formatRequestError(t: Translator, error: RequestError): string {
  const { code, retryAfterSeconds = 1 } = error;
  if (code === 'limit.reached')
    return t('error.limit.reached', { count: Math.max(1, Math.ceil(retryAfterSeconds)) });
  return isFormattableCode(code) ? formatError(t, { ...error, code }) : t(requestErrorMessages[code]);
}

function isFormattableCode(code: RequestError['code']): code is FormattableError['code'] {
  return code in errorMessages;
}
