import CalendarClock from 'lucide-react/icons/calendar-clock';
import FilePen from 'lucide-react/icons/file-pen';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import type { AdminPostSummary, PostStatus } from '#blog/editing-contract.ts';
import { CategoryBadge } from '../../blog/category-badge.tsx';
import { formatDate } from '../../format-date.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { postStatusLabels } from '../post-labels.ts';
import { useLocalDateTime } from '../use-local-date-time.ts';
import { PostLanguages } from './post-languages.tsx';

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
