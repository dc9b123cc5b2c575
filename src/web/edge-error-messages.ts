import type { RunErrorCode } from '#assistant/contract.ts';
import type { DeskErrorCode } from '#desk/contract.ts';
import type { DeskRequestErrorCode, ForNowErrorCode } from '#http/contract.ts';
import type { MessageKey, Translator } from '#i18n/translate.ts';
import type { ConversionErrorCode, LockedCode } from '#media/contract.ts';
import type { ProofErrorCode } from '#verification/contract.ts';
import { errorMessages, type WordableError, wordError } from './error-messages.ts';

type ProofCode = LockedCode | ProofErrorCode;
type DeskCode = Exclude<DeskErrorCode, WordableError['code']> | DeskRequestErrorCode | RunErrorCode;

/** What only the administration is refused, and what the server alone words. Apart from `errorMessages`, which every visitor's browser has. */
const deskErrorMessages = {
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
  DeskCode | ProofCode | ConversionErrorCode | 'server.busy' | 'server.unwritable',
  MessageKey
>;

export type EdgeError = Omit<WordableError, 'code'> & {
  code: WordableError['code'] | DeskCode | ProofCode | ConversionErrorCode | ForNowErrorCode;
};

/** The sentence for whatever the edge refuses. For the server. */
export function wordEdgeError(t: Translator, error: EdgeError): string {
  const { code, retryAfterSeconds = 1 } = error;
  if (code === 'limit.reached')
    return t('error.limit.reached', { count: Math.max(1, Math.ceil(retryAfterSeconds)) });
  return isVisitors(code) ? wordError(t, { ...error, code }) : t(deskErrorMessages[code]);
}

function isVisitors(code: EdgeError['code']): code is WordableError['code'] {
  return code in errorMessages;
}
