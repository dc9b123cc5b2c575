import type { DataJobErrorCode } from '#backup/data-job-contract.ts';
import type { EditErrorCode } from '#blog/editing-contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { ConversionErrorCode, LockedErrorCode } from '#media/contract.ts';
import type { RunErrorCode } from '#translation/contract.ts';
import type { ProofOfWorkErrorCode } from '#verification/contract.ts';
import { errorMessages, type FormattableError, formatError } from './error-messages.ts';
import type { AdminRequestErrorCode, RetryableErrorCode } from './request-contract.ts';

/** Separate from `errorMessages`, which is part of the client bundle. */
const requestErrorMessages = {
  'post.conflict': 'error.edit.conflict',
  'slug.taken': 'error.edit.slug_taken',
  'slug.reserved': 'error.edit.slug_reserved',
  'language.taken': 'error.edit.language_taken',
  'picture.unreadable': 'error.edit.image_unreadable',
  'picture.too_large': 'error.edit.image_too_large',
  'picture.foreign': 'error.edit.image_unreachable',
  'clip.unreadable': 'error.edit.clip_unreadable',
  'clip.too_large': 'error.edit.clip_too_large',
  'text.too_long': 'error.edit.text_too_long',
  'text.timeout': 'error.edit.text_timeout',
  'revision.missing': 'error.edit.revision_missing',
  'schedule.past': 'error.edit.schedule_past',
  'publication.future': 'error.edit.publication_future',
  'role.forbids': 'error.edit.role_forbids',
  'category.missing': 'error.edit.category_missing',
  'tag.missing': 'error.edit.tag_missing',
  'author.missing': 'error.edit.author_missing',
  'key.reused': 'error.edit.key_reused',
  'run.missing': 'error.edit.run_missing',
  'run.empty': 'error.edit.run_empty',
  'run.over': 'error.edit.run_over',
  'run.live': 'error.edit.run_live',
  'run.translation': 'error.edit.run_translation',
  'run.too_long': 'error.edit.run_too_long',
  'offer.missing': 'error.edit.suggestion_missing',
  'offer.gone': 'error.edit.suggestion_outdated',
  'block.changed': 'error.edit.block_changed',
  'correction.missing': 'error.edit.correction_missing',
  'block.tags': 'error.edit.block_tags',
  'version.missing': 'error.edit.version_missing',
  'body.type': 'error.edit.body_type',
  'body.heavy': 'error.edit.body_too_large',
  'fields.unfit': 'error.edit.fields_unfit',
  'publish.anonymous': 'error.edit.publish_anonymous',
  'password.wrong': 'admin.error.password_wrong',
  'setup.link': 'admin.set_up.link_gone',
  'attempts.too_many': 'admin.error.attempts',
  'data.busy': 'admin.data.error_busy',
  'data.gone': 'admin.data.error_gone',
  'data.unexpected': 'admin.data.error_unexpected',
  'data.too_large': 'admin.data.error_too_large',
  'data.chunk': 'admin.data.error_chunk',
  'data.other_session': 'admin.data.error_other_session',
  'data.site_url': 'admin.data.error_site',
  'server.busy': 'error.server.busy',
  'server.unwritable': 'error.server.unwritable',
  'server.restoring': 'error.server.restoring',
  'conversion.unavailable': 'error.conversion.unavailable',
  'conversion.failed': 'error.conversion.failed',
  'conversion.no_sound': 'error.conversion.no_sound',
  'conversion.too_large': 'error.conversion.too_large',
  'ticket.locked': 'error.proof.locked',
  'proof.invalid': 'error.proof.invalid',
  'proof.expired': 'error.proof.expired',
  'proof.spent': 'error.proof.spent',
} as const satisfies Record<
  | Exclude<EditErrorCode, FormattableError['code']>
  | AdminRequestErrorCode
  | RunErrorCode
  | DataJobErrorCode
  | LockedErrorCode
  | ProofOfWorkErrorCode
  | ConversionErrorCode
  | Exclude<RetryableErrorCode, 'limit.reached'>,
  MessageKey
>;

export type RequestError = Omit<FormattableError, 'code'> & {
  code: FormattableError['code'] | keyof typeof requestErrorMessages | RetryableErrorCode;
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
