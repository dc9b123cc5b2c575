import type { Translator } from '#i18n/translate.ts';
import type { ToastContent } from '../../../ui/toast-state.ts';
import type { SuggestionResult } from './ask-assistant.ts';
import { type SuggestionKind, suggestionMessages } from './kinds.ts';
import { fallbackReasonMessages } from './reasons.ts';

/** If no model is configured, the rule's suggestion counts as success. */
export function suggestionToast(t: Translator, kind: SuggestionKind, result: SuggestionResult): ToastContent {
  const { done, failed, byRule } = suggestionMessages[kind];
  const fallbackMessage = byRule ? t(byRule) : '';
  if (!result.ok) {
    const reason = result.error ?? t('admin.assist.reason.no_answer');
    return { title: t(failed), description: joinSentences(t, reason, fallbackMessage), tone: 'destructive' };
  }
  const { code, patch } = result.value;
  if (kind === 'image' && patch.featured_image_url === undefined) {
    // The server responded without an image.
    if (code === null || code === 'model.malformed')
      return { title: t('admin.assist.image_prompt'), description: '', tone: 'plain' };
    return { title: t(failed), description: t(fallbackReasonMessages[code]), tone: 'destructive' };
  }
  if (code === null) return { title: t(done), description: '', tone: 'good' };
  if (code === 'model.unconfigured') {
    const descriptionKey = kind === 'image' ? 'admin.assist.no_image_model' : fallbackReasonMessages[code];
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
