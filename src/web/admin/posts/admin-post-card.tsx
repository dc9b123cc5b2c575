import CalendarClock from 'lucide-react/icons/calendar-clock';
import FilePen from 'lucide-react/icons/file-pen';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import type { AdminPostSummary, ArticleTranslation, PostStatus } from '#blog/editing-contract.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { CategoryBadge } from '../../blog/category-badge.tsx';
import { formatDate } from '../../format-date.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import {
  getTranslationStatuses,
  postLanguageNames,
  postStatusLabels,
  type TranslationStatus,
  translationStatusHints,
  translationStatusLabels,
} from '../post-labels.ts';
import { useLocalDateTime } from '../use-local-date-time.ts';

const statusClasses = {
  published: 'bg-green-100 text-green-900 dark:bg-green-400/20 dark:text-green-200',
  draft: 'bg-yellow-100 text-yellow-900 dark:bg-yellow-400/20 dark:text-yellow-200',
  archived: 'bg-stone-200 text-stone-800 dark:bg-stone-600 dark:text-stone-50',
} as const satisfies Record<PostStatus, string>;

function StatusBadge({ status }: { status: PostStatus }) {
  const t = useTranslator();
  return <Badge className={statusClasses[status]}>{t(postStatusLabels[status])}</Badge>;
}

function Badge({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-7 items-center gap-1.5 rounded-full px-3 py-1 text-sm leading-tight font-semibold ${className}`}
    >
      {children}
    </span>
  );
}

export function AdminPostCard({
  post,
  mayChange,
  onDelete,
}: {
  post: AdminPostSummary;
  mayChange: boolean;
  onDelete: (post: AdminPostSummary) => void;
}) {
  const t = useTranslator();
  const { id, title: storedTitle, status, category, excerpt, created_at, view_count, locale } = post;
  const title = storedTitle || t('admin.blog.untitled');
  return (
    <Card as="article" className="p-5 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-xl leading-snug font-bold" lang={locale}>
            <a href={`/admin/blog/${id}`} className="rounded-sm hover:text-accent">
              {title}
            </a>
          </h2>
          <div className="mt-2 flex flex-wrap items-center gap-1.5">
            <StatusBadge status={status} />
            {category && <CategoryBadge category={category} />}
            <PostBadges post={post} />
          </div>
          {excerpt && (
            <p lang={locale} className="mt-3 line-clamp-2 text-pretty text-muted">
              {excerpt}
            </p>
          )}
          <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <time dateTime={created_at} suppressHydrationWarning>
              {formatDate(t.locale, created_at)}
            </time>
            {view_count > 0 && <span>{t('admin.blog.views', { count: view_count })}</span>}
            <span className="font-semibold">{locale.toUpperCase()}</span>
          </p>
          <PostLanguages post={post} mayAdd={mayChange} />
        </div>
        <div className="flex flex-wrap gap-2">
          <a
            href={`/admin/blog/${id}`}
            aria-label={t('admin.action.edit_named', { name: title })}
            className={buttonClass('quiet', 'text-sm')}
          >
            <Pencil aria-hidden="true" className="size-4" />
            {t('admin.action.edit')}
          </a>
          {mayChange && (
            <Button
              variant="quiet"
              aria-label={t('admin.action.delete_named', { name: title })}
              aria-haspopup="dialog"
              className="text-sm noscript:hidden"
              onClick={() => onDelete(post)}
            >
              <Trash aria-hidden="true" className="size-4" />
              {t('admin.action.delete')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function PostBadges({ post: { scheduled_at, has_working_copy } }: { post: AdminPostSummary }) {
  const t = useTranslator();
  const formatLocalDateTime = useLocalDateTime();
  return (
    <>
      {scheduled_at && (
        <Badge className="bg-tint text-ink">
          <CalendarClock aria-hidden="true" className="size-4 shrink-0" />
          <time dateTime={scheduled_at}>
            {t('admin.blog.scheduled', { date: formatLocalDateTime(scheduled_at) })}
          </time>
        </Badge>
      )}
      {has_working_copy && (
        <Badge className="bg-tint text-ink">
          <FilePen aria-hidden="true" className="size-4 shrink-0" />
          {t('admin.blog.unpublished_changes')}
        </Badge>
      )}
    </>
  );
}

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

const codeStatusClasses = {
  published: 'border-good bg-surface text-good',
  draft: 'border-dashed border-field bg-surface text-ink',
  archived: 'border-line bg-sunken text-muted line-through',
} as const satisfies Record<PostStatus, string>;

/** Links to each language of the article. `mayAdd`: whether the user may create the missing ones. */
function PostLanguages({ post, mayAdd }: { post: AdminPostSummary; mayAdd: boolean }) {
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
    const classes = `${codeClass} ${codeStatusClasses[translation.status]}`;
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
