import type { PostFields } from '#desk/contract.ts';
import type { MessageKey } from '#i18n/translate.ts';
import { rulesText } from './rules-text.ts';

/** What can be suggested for a post. */
export type AssistKind = 'slug' | 'excerpt' | 'seo' | 'image';
export type Patch = Partial<PostFields>;

interface AssistWords {
  action: MessageKey;
  done: MessageKey;
  failed: MessageKey;
  /** What stands in the form where no model answered; null: nothing. */
  byRule: MessageKey | null;
}

export const assistWords: Record<AssistKind, AssistWords> = {
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

/** What has to be written first, and its message. */
export const needMessages = {
  title: 'admin.assist.need.title',
  content: 'admin.assist.need.content',
  both: 'admin.assist.need.both',
} as const satisfies Record<string, MessageKey>;

export function missingFor(
  kind: AssistKind,
  { title, content }: Pick<PostFields, 'title' | 'content'>,
): keyof typeof needMessages | null {
  const hasTitle = title.trim() !== '';
  const hasContent = rulesText(content) !== '';
  if (kind === 'slug') return hasTitle ? null : 'title';
  if (kind === 'excerpt') return hasContent ? null : 'content';
  return hasTitle && hasContent ? null : 'both';
}
