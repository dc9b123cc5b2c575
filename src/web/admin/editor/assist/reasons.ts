import type { SuggestionErrorCode } from '#assistant/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';

export const fallbackReasonMessages = {
  'model.unconfigured': 'admin.assist.no_model',
  'model.budget': 'admin.assist.reason.budget',
  'model.busy': 'admin.assist.reason.busy',
  'model.unreachable': 'admin.assist.reason.unreachable',
  'model.timeout': 'admin.assist.reason.timeout',
  'model.malformed': 'admin.assist.reason.malformed',
  'model.refused': 'admin.assist.reason.refused',
  'model.cancelled': 'admin.assist.reason.unreachable',
  'translation.unfit': 'admin.assist.reason.malformed',
} as const satisfies Record<SuggestionErrorCode, MessageKey>;

export function isFallbackReason(code: unknown): code is SuggestionErrorCode {
  return typeof code === 'string' && Object.hasOwn(fallbackReasonMessages, code);
}
