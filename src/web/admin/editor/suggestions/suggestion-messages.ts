import type { SuggestionErrorCode } from '#ai/contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import type { ToastContent } from '../../../ui/toast/toast-reducer.ts';
import type { SuggestionResult } from './request-suggestion.ts';
import { type SuggestionKind, suggestionMessages } from './suggestion-kinds.ts';

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

export function isFallbackReason(code: unknown): code is SuggestionErrorCode {
  return typeof code === 'string' && Object.hasOwn(fallbackReasonMessages, code);
}

/** If no model is configured, the rule's suggestion counts as success. */
export function suggestionToast(t: Translator, kind: SuggestionKind, result: SuggestionResult): ToastContent {
  const { done, failed, fallback } = suggestionMessages[kind];
  const fallbackMessage = fallback ? t(fallback) : '';
  if (!result.ok) {
    const reason = result.error ?? t('admin.suggestions.reason.no_answer');
    return { title: t(failed), description: joinSentences(t, reason, fallbackMessage), tone: 'destructive' };
  }
  const { code, patch } = result.value;
  if (kind === 'image' && patch.featured_image_url === undefined) {
    // The server responded without an image.
    if (code === null || code === 'model.malformed')
      return { title: t('admin.suggestions.image_prompt'), description: '', tone: 'plain' };
    return { title: t(failed), description: t(fallbackReasonMessages[code]), tone: 'destructive' };
  }
  if (code === null) return { title: t(done), description: '', tone: 'good' };
  if (code === 'model.unconfigured') {
    const descriptionKey =
      kind === 'image' ? 'admin.suggestions.no_image_model' : fallbackReasonMessages[code];
    return { title: t(done), description: t(descriptionKey), tone: 'good' };
  }
  return {
    title: t(failed),
    description: joinSentences(t, t(fallbackReasonMessages[code]), fallbackMessage),
    tone: 'destructive',
  };
}

/** Chinese puts no space between sentences. */
function joinSentences({ locale }: Translator, first: string, second: string): string {
  return [first, second].filter((part) => part !== '').join(locale === 'zh' ? '' : ' ');
}
