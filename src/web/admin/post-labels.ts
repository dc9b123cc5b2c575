import type { AdminPostSummary, ArticleTranslation, PostStatus } from '#blog/editing-contract.ts';
import { type Locale, localeNames, localeTags } from '#i18n/locales.ts';
import type { MessageKey } from '#i18n/translator.ts';

export const postStatusLabels = {
  draft: 'admin.status.draft',
  published: 'admin.status.published',
  archived: 'admin.status.archived',
} as const satisfies Record<PostStatus, MessageKey>;

export const postLanguageNames: Record<Locale, string> = { ...localeNames, id: 'Bahasa' };

export type TranslationStatus = 'untranslated' | 'outdated' | 'review';

export const translationStatusLabels = {
  untranslated: 'admin.translation_status.untranslated',
  outdated: 'admin.translation_status.outdated',
  review: 'admin.translation_status.review',
} as const satisfies Record<TranslationStatus, MessageKey>;

export const translationStatusHints = {
  untranslated: 'admin.translation_status.untranslated_hint',
  outdated: 'admin.translation_status.outdated_hint',
  review: 'admin.translation_status.review_hint',
} as const satisfies Record<TranslationStatus, MessageKey>;

export function getTranslationStatuses({ translation, review = 0 }: ArticleTranslation): TranslationStatus[] {
  return [...(translation ? [translation] : []), ...(review > 0 ? (['review'] as const) : [])];
}

/** Language name for use within a sentence of the reader's language: "Spanisch" for a reader of German. */
export function languageNameInSentence(language: Locale, reader: Locale): string {
  const names = new Intl.DisplayNames(localeTags[reader], { type: 'language' });
  const name = names.of(language) ?? language;
  // `Intl` returns the form for lists; within a sentence, Vietnamese writes "tiếng" in lower case.
  return reader === 'vi' ? name.replace(/^Tiếng /, 'tiếng ') : name;
}

/** Other languages of the article that readers see. */
export const listPublicOthers = ({ id, languages }: Pick<AdminPostSummary, 'id' | 'languages'>) =>
  languages.filter((language) => language.status === 'published' && language.id !== id);

/** The translations into a language that a person should check. */
export function reviewPath(language: Locale): string {
  return `/admin/review?language=${language}`;
}

/** The translation of a post beside its original. `post` is any language of the article. */
export function sideBySidePath(post: string, to: Locale): string {
  return `/admin/blog/${post}/translate?${new URLSearchParams({ to })}`;
}
