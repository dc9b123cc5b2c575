import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { AdminPostSummary, ArticleTranslation, PostStatus } from '#blog/editing-contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import {
  getTranslationStatuses,
  postLanguageNames,
  postStatusLabels,
  type TranslationStatus,
  translationStatusHints,
  translationStatusLabels,
} from '../post-labels.ts';

const translationStatuses = Object.keys(translationStatusLabels) as TranslationStatus[];

function TranslationStatusList({ languages }: { languages: readonly ArticleTranslation[] }) {
  const t = useTranslator();
  const groups = translationStatuses.flatMap((status) => {
    const matching = languages.filter((language) => getTranslationStatuses(language).includes(status));
    return matching.length === 0
      ? []
      : [{ status, names: matching.map(({ locale }) => postLanguageNames[locale]) }];
  });
  if (groups.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {groups.map(({ status, names }) => (
        <li key={status} title={t(translationStatusHints[status])} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          <span>
            {t('admin.translation_status.label', {
              mark: t(translationStatusLabels[status]),
              languages: names.join(', '),
            })}
            <span className="sr-only"> {t(translationStatusHints[status])}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const codeClass =
  'flex min-h-7 min-w-8 items-center justify-center rounded-md border px-1 text-xs font-bold uppercase';

const statusClasses = {
  published: 'border-good bg-surface text-good',
  draft: 'border-dashed border-field bg-surface text-ink',
  archived: 'border-line bg-sunken text-muted line-through',
} as const satisfies Record<PostStatus, string>;

/** Links to each language of the article. `mayAdd`: whether the user may create the missing ones. */
export function PostLanguages({ post, mayAdd }: { post: AdminPostSummary; mayAdd: boolean }) {
  const t = useTranslator();
  const title = post.title || t('admin.blog.untitled');
  return (
    <>
      <ul aria-label={t('admin.blog.languages_of', { title })} className="mt-4 flex flex-wrap gap-1">
        {locales.map((locale) => (
          <li key={locale}>
            <LanguageCode
              locale={locale}
              article={post.article_id}
              translation={post.languages.find((translation) => translation.locale === locale)}
              isSelf={post.locale === locale}
              mayAdd={mayAdd}
            />
          </li>
        ))}
      </ul>
      <TranslationStatusList languages={post.languages} />
    </>
  );
}

function LanguageCode({
  locale,
  article,
  translation,
  isSelf,
  mayAdd,
}: {
  locale: Locale;
  article: string;
  translation: ArticleTranslation | undefined;
  isSelf: boolean;
  mayAdd: boolean;
}) {
  const t = useTranslator();
  const language = postLanguageNames[locale];
  if (translation) {
    const labels = [
      t(postStatusLabels[translation.status]),
      ...getTranslationStatuses(translation).map((translationStatus) =>
        t(translationStatusLabels[translationStatus]),
      ),
    ];
    const label = t('admin.blog.language_is', { language, status: labels.join(', ') });
    const classes = `${codeClass} ${statusClasses[translation.status]}`;
    return isSelf ? (
      <span role="img" aria-label={label} title={label} className={`${classes} border-2`}>
        {locale}
      </span>
    ) : (
      <a
        href={`/admin/blog/${translation.id}`}
        aria-label={label}
        title={label}
        className={`${classes} hover:border-accent hover:text-accent`}
      >
        {locale}
      </a>
    );
  }
  if (!mayAdd) {
    const label = t('admin.blog.language_missing', { language });
    return (
      <span
        role="img"
        aria-label={label}
        title={label}
        className={`${codeClass} border-transparent text-muted`}
      >
        {locale}
      </span>
    );
  }
  const label = t('admin.blog.language_add', { language });
  return (
    <a
      href={`/admin/blog/new?locale=${locale}&article=${article}`}
      aria-label={label}
      title={label}
      className={`${codeClass} border-transparent bg-sunken text-muted hover:border-accent hover:text-accent`}
    >
      <span aria-hidden="true">+</span>
      {locale}
    </a>
  );
}
