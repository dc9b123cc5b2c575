import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import type { LanguageReview } from '#translation/post-review-contract.ts';
import { languageNameInSentence, postStatusLabels, translationStatusLabels } from '../post-labels.ts';

/** "Thai: 96, 3 to look at · 12 of 300 blocks read · Out of date" */
export function describeLanguage(t: Translator, language: LanguageReview): string {
  const { blocks = 0, unread = 0 } = language.score ?? {};
  return [
    describeScore(t, language),
    unread > 0 && t('admin.review.state_read', { read: blocks - unread, count: blocks }),
    language.isOutdated && t(translationStatusLabels.outdated),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Why readers don't see the translation; null if they do, or if there is none. */
export function describeUnpublished(t: Translator, { post }: LanguageReview): string | null {
  if (post && post.status !== 'published') return t(postStatusLabels[post.status]);
  return post?.has_working_copy ? t('admin.blog.unpublished_changes') : null;
}

function describeScore(t: Translator, { locale, post, score, untranslated }: LanguageReview): string {
  const name = languageNameInSentence(locale, t.locale);
  const language = name.charAt(0).toLocaleUpperCase(localeTags[t.locale]) + name.slice(1);
  if (!post) return t('admin.review.state_missing', { language });
  const lowest = score?.score ?? null;
  const count = (score?.doubtful ?? 0) + untranslated;
  if (lowest === null && count === 0) return t('admin.review.state_unread', { language });
  if (lowest === null) return t('admin.review.state_unscored', { language, count });
  return count === 0
    ? t('admin.review.state_good', { language, score: lowest })
    : t('admin.review.state', { language, score: lowest, count });
}
