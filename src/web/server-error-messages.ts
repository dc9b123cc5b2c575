import type { EditErrorCode } from '#blog/editing-contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { ConversionErrorCode, LockedErrorCode } from '#media/contract.ts';
import type { RunErrorCode } from '#translation/contract.ts';
import type { ProofOfWorkErrorCode } from '#verification/contract.ts';
import { errorMessages, type FormattableError, formatError } from './error-messages.ts';
import type { AdminRequestErrorCode, RetryableErrorCode } from './request-contract.ts';

type ProofOfWorkCode = LockedErrorCode | ProofOfWorkErrorCode;
type AdminErrorCode = Exclude<EditErrorCode, FormattableError['code']> | AdminRequestErrorCode | RunErrorCode;

/** Separate from `errorMessages`, which is part of the client bundle. */
const requestErrorMessages = {
  'post.conflict': 'error.edit.conflict',
  'slug.taken': 'error.edit.slug_taken',
  'language.taken': 'error.edit.language_taken',
  'picture.unreadable': 'error.edit.image_unreadable',
  'picture.too_large': 'error.edit.image_too_large',
  'picture.foreign': 'error.edit.image_unreachable',
  'revision.missing': 'error.edit.revision_missing',
  'schedule.past': 'error.edit.schedule_past',
  'role.forbids': 'error.edit.role_forbids',
  'category.missing': 'error.edit.category_missing',
  'tag.missing': 'error.edit.tag_missing',
  'run.missing': 'error.edit.run_missing',
  'run.empty': 'error.edit.run_empty',
  'run.over': 'error.edit.run_over',
  'run.live': 'error.edit.run_live',
  'run.translation': 'error.edit.run_translation',
  'offer.missing': 'error.edit.suggestion_missing',
  'offer.gone': 'error.edit.suggestion_outdated',
  'version.missing': 'error.edit.version_missing',
  'body.type': 'error.edit.body_type',
  'body.heavy': 'error.edit.body_too_large',
  'fields.unfit': 'error.edit.fields_unfit',
  'publish.anonymous': 'error.edit.publish_anonymous',
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
