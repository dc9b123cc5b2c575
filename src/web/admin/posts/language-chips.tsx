import type { AdminPostSummary, ArticleTranslation, PostStatus } from '#blog/editing-contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import {
  getTranslationStatuses,
  languageNameInSentence,
  postLanguageNames,
  postStatusLabels,
  sideBySidePath,
  type TranslationStatus,
  translationStatusHints,
  translationStatusLabels,
} from '../post-labels.ts';

/** Touch screens get higher chips. The row of a table has no space for wider ones. */
const chipClass =
  'relative flex h-6 w-6 items-center justify-center rounded-md border text-[0.6875rem] leading-none font-bold pointer-coarse:h-11';

const chipStatusClasses = {
  published: 'border-good bg-surface text-good',
  draft: 'border-dashed border-field bg-surface text-ink',
  archived: 'border-line bg-sunken text-muted line-through',
} as const satisfies Record<PostStatus, string>;

/** Drawn over the corner, so that no state is shown by its color alone. */
const statusMarks = {
  untranslated: '=',
  outdated: '↻',
  review: '!',
} as const satisfies Record<TranslationStatus, string>;

function ChipMark({ mark }: { mark: string }) {
  return (
    <span
      aria-hidden="true"
      className="absolute -inset-e-1.5 -top-1.5 flex h-3.5 min-w-3.5 items-center justify-center rounded-full bg-accent px-0.5 text-[0.625rem] leading-none font-bold text-on-accent"
    >
      {mark}
    </span>
  );
}

/**
 * Links to each language of the article: a missing one, or one that needs work, opens beside its original. `mayAdd`: whether the
 * user may create the missing ones.
 */
export function LanguageChips({ post, mayAdd }: { post: AdminPostSummary; mayAdd: boolean }) {
  const t = useTranslator();
  const title = post.title || t('admin.blog.untitled');
  return (
    <ul aria-label={t('admin.blog.languages_of', { title })} className="flex gap-1">
      {locales.map((locale) => {
        const translation = post.languages.find((language) => language.locale === locale);
        return (
          <li key={locale}>
            {translation ? (
              <LanguageChip translation={translation} isSelf={post.locale === locale} />
            ) : (
              <MissingChip locale={locale} postId={post.id} mayAdd={mayAdd} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function LanguageChip({ translation, isSelf }: { translation: ArticleTranslation; isSelf: boolean }) {
  const t = useTranslator();
  const { id, locale, status } = translation;
  const statuses = getTranslationStatuses(translation);
  const labels = [t(postStatusLabels[status]), ...statuses.map((name) => t(translationStatusLabels[name]))];
  const label = t('admin.blog.language_is', {
    language: postLanguageNames[locale],
    status: labels.join(' · '),
  });
  const title = [label, ...statuses.map((name) => t(translationStatusHints[name]))].join('\n');
  const classes = `${chipClass} ${chipStatusClasses[status]}`;
  const content = (
    <>
      {locale.toUpperCase()}
      {statuses.length > 0 && <ChipMark mark={statuses.map((name) => statusMarks[name]).join('')} />}
    </>
  );
  return isSelf ? (
    <span role="img" aria-label={label} title={title} className={`${classes} border-2`}>
      {content}
    </span>
  ) : (
    <a
      href={statuses.length > 0 ? sideBySidePath(id, locale) : `/admin/blog/${id}`}
      data-control={locale}
      aria-label={label}
      title={title}
      className={`${classes} hover:border-accent hover:text-accent`}
    >
      {content}
    </a>
  );
}

function MissingChip({ locale, postId, mayAdd }: { locale: Locale; postId: string; mayAdd: boolean }) {
  const t = useTranslator();
  if (!mayAdd) {
    const label = t('admin.blog.language_missing', { language: postLanguageNames[locale] });
    return (
      <span
        role="img"
        aria-label={label}
        title={label}
        className={`${chipClass} border-transparent font-normal text-muted`}
      >
        {locale.toUpperCase()}
      </span>
    );
  }
  const label = t('admin.blog.language_add', { language: languageNameInSentence(locale, t.locale) });
  return (
    <a
      href={sideBySidePath(postId, locale)}
      data-control={locale}
      aria-label={label}
      title={label}
      className={`${chipClass} border-transparent bg-sunken font-normal text-muted hover:border-accent hover:text-accent`}
    >
      <span aria-hidden="true" className="text-[0.5rem]">
        +
      </span>
      {locale.toUpperCase()}
    </a>
  );
}

const statuses = Object.keys(postStatusLabels) as PostStatus[];
const translationStatuses = Object.keys(translationStatusLabels) as TranslationStatus[];

/** Explains how the chips look. */
export function LanguageLegend() {
  const t = useTranslator();
  const sample = `${chipClass} shrink-0 pointer-coarse:h-6`;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-xs text-muted max-lg:hidden">
      {statuses.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`${sample} ${chipStatusClasses[status]}`}>
            {t.locale.toUpperCase()}
          </span>
          {t(postStatusLabels[status])}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`${sample} border-transparent bg-sunken font-normal text-muted`}>
          {t.locale.toUpperCase()}
        </span>
        {t('admin.blog.state_missing')}
      </li>
      {translationStatuses.map((status) => (
        <li key={status} className="flex items-center gap-1.5" title={t(translationStatusHints[status])}>
          <span aria-hidden="true" className="relative size-4">
            <ChipMark mark={statusMarks[status]} />
          </span>
          {t(translationStatusLabels[status])}
        </li>
      ))}
    </ul>
  );
}
