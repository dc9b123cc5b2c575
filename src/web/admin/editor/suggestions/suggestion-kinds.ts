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
  byRule: MessageKey | null;
}

export const suggestionMessages: Record<SuggestionKind, SuggestionMessages> = {
  slug: {
    action: 'admin.assist.generate',
    done: 'admin.assist.done.slug',
    failed: 'admin.assist.failed.slug',
    byRule: 'admin.assist.by_rule.slug',
  },
  excerpt: {
    action: 'admin.assist.generate',
    done: 'admin.assist.done.excerpt',
    failed: 'admin.assist.failed.excerpt',
    byRule: 'admin.assist.by_rule.excerpt',
  },
  seo: {
    action: 'admin.assist.generate_seo',
    done: 'admin.assist.done.seo',
    failed: 'admin.assist.failed.seo',
    byRule: 'admin.assist.by_rule.seo',
  },
  image: {
    action: 'admin.assist.generate_image',
    done: 'admin.assist.done.image',
    failed: 'admin.assist.failed.image',
    byRule: null,
  },
};

export const missingInputMessages = {
  title: 'admin.assist.need.title',
  content: 'admin.assist.need.content',
  both: 'admin.assist.need.both',
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
