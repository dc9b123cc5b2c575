import type { SuggestionErrorCode } from '#ai/contract.ts';
import type { PostFields } from '#blog/editing-contract.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { fallbackReasonMessages } from '../../../fallback-reasons.ts';
import type { ToastContent } from '../../../ui/toast/toast-reducer.ts';
import { htmlToPlainText } from './plain-text.ts';
import type { SuggestionResult } from './request-suggestion.ts';

export type SuggestionKind = 'slug' | 'excerpt' | 'seo' | 'image';
export type PostFieldsPatch = Partial<PostFields>;

interface SuggestionMessages {
  action: MessageKey;
  done: MessageKey;
  failed: MessageKey;
  /** Says what the form contains if no model responded; null if nothing. */
  fallback: MessageKey | null;
}

export const suggestionMessages: Record<SuggestionKind, SuggestionMessages> = {
  slug: {
    action: 'admin.suggestions.generate',
    done: 'admin.suggestions.done.slug',
    failed: 'admin.suggestions.failed.slug',
    fallback: 'admin.suggestions.fallback.slug',
  },
  excerpt: {
    action: 'admin.suggestions.generate',
    done: 'admin.suggestions.done.excerpt',
    failed: 'admin.suggestions.failed.excerpt',
    fallback: 'admin.suggestions.fallback.excerpt',
  },
  seo: {
    action: 'admin.suggestions.generate_seo',
    done: 'admin.suggestions.done.seo',
    failed: 'admin.suggestions.failed.seo',
    fallback: 'admin.suggestions.fallback.seo',
  },
  image: {
    action: 'admin.suggestions.generate_image',
    done: 'admin.suggestions.done.image',
    failed: 'admin.suggestions.failed.image',
    fallback: null,
  },
};

export const missingInputMessages = {
  title: 'admin.suggestions.missing.title',
  content: 'admin.suggestions.missing.content',
  both: 'admin.suggestions.missing.both',
} as const satisfies Record<string, MessageKey>;

export function findMissingInput(
  kind: SuggestionKind,
  { title, content }: Pick<PostFields, 'title' | 'content'>,
): keyof typeof missingInputMessages | null {
  const hasTitle = title.trim() !== '';
  const hasContent = htmlToPlainText(content) !== '';
  if (kind === 'slug') return hasTitle ? null : 'title';
  if (kind === 'excerpt') return hasContent ? null : 'content';
  return hasTitle && hasContent ? null : 'both';
}

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
