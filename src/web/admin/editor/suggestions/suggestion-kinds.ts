import type { PostFields } from '#blog/editing-contract.ts';
import type { MessageKey } from '#i18n/translator.ts';
import { htmlToPlainText } from './plain-text.ts';

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
