import type { SuggestionErrorCode } from '#ai/contract.ts';
import type { MessageKey } from '#i18n/translator.ts';

export const fallbackReasonMessages = {
  'model.unconfigured': 'admin.suggestions.no_model',
  'model.budget': 'admin.suggestions.reason.budget',
  'model.busy': 'admin.suggestions.reason.busy',
  'model.unreachable': 'admin.suggestions.reason.unreachable',
  'model.timeout': 'admin.suggestions.reason.timeout',
  'model.malformed': 'admin.suggestions.reason.malformed',
  'model.refused': 'admin.suggestions.reason.rejected',
  'model.cancelled': 'admin.suggestions.reason.unreachable',
  'translation.unfit': 'admin.suggestions.reason.malformed',
} as const satisfies Record<SuggestionErrorCode, MessageKey>;
