import CalendarClock from 'lucide-react/icons/calendar-clock';
import Eye from 'lucide-react/icons/eye';
import FilePen from 'lucide-react/icons/file-pen';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { AdminPostSummary, PostStatus } from '#blog/editing-contract.ts';
import { cacheByLocale } from '#i18n/formats.ts';
import { locales, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../translator.tsx';
import { CategoryBadge } from '../../ui/post/category-badge.tsx';
import {
  getTranslationStatuses,
  listPublicOthers,
  postStatusLabels,
  translationStatusLabels,
} from '../post-labels.ts';
import { useLocalDateTime } from '../use-local-date-time.ts';
import { LanguageChips } from './language-chips.tsx';

/** In UTC, so that server and client render the same text. */
const getDateFormat = cacheByLocale(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
);

const statusClasses = {
  published: 'bg-green-100 text-green-900 dark:bg-green-400/20 dark:text-green-200',
  draft: 'bg-yellow-100 text-yellow-900 dark:bg-yellow-400/20 dark:text-yellow-200',
  archived: 'bg-stone-200 text-stone-800 dark:bg-stone-600 dark:text-stone-50',
} as const satisfies Record<PostStatus, string>;

function StatusBadge({ status }: { status: PostStatus }) {
  const t = useTranslator();
  return (
    <span
      className={`inline-block rounded-full whitespace-nowrap px-2 py-0.5 align-middle lg:px-2.5 text-xs leading-snug font-semibold ${statusClasses[status]}`}
    >
      {t(postStatusLabels[status])}
    </span>
  );
}

const iconButtonClass =
  'flex size-9 cursor-pointer items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-accent pointer-coarse:h-11 max-lg:h-11 max-lg:w-10';

/** Two lines on a phone, one line of a table on larger screens. */
export function AdminPostRow({
  post,
  mayChange,
  isSelected,
  onSelect,
  onDelete,
}: {
  post: AdminPostSummary;
  mayChange: boolean;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onDelete: (post: AdminPostSummary) => void;
}) {
  const t = useTranslator();
  const { id, status, category, created_at, published_at, view_count, locale } = post;
  const title = post.title || t('admin.blog.untitled');
  const date = published_at ?? created_at;
  return (
    <tr className="border-b border-line last:border-b-0 lg:h-10 has-checked:bg-tint max-lg:grid max-lg:grid-cols-[2.5rem_auto_auto_1fr_auto] max-lg:items-center max-lg:py-1 max-lg:noscript:ps-4">
      <td className="w-10 p-0 max-lg:row-span-2 max-[22rem]:row-span-3 noscript:hidden">
        <label className="flex h-11 w-10 cursor-pointer items-center justify-center lg:h-9 pointer-coarse:h-11">
          <input
            type="checkbox"
            data-control="select"
            aria-label={t('admin.blog.select', { title })}
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
            className="size-4.5 accent-accent"
          />
        </label>
      </td>
      <th
        scope="row"
        className="min-w-0 py-0.5 pe-3 text-start font-normal max-lg:col-span-3 max-lg:pe-1 lg:ps-1 noscript:lg:ps-4"
      >
        <div className="flex items-center gap-3">
          <Thumbnail post={post} />
          <div className="min-w-0">
            <a
              href={`/admin/blog/${id}`}
              data-control="title"
              lang={locale}
              title={title}
              className={`rounded-sm text-sm leading-tight font-semibold hover:text-accent ${hasPending(post) ? 'line-clamp-1' : 'line-clamp-1 lg:line-clamp-2'}`}
            >
              {title}
            </a>
            <PendingChanges post={post} />
          </div>
        </div>
      </th>
      <td className="pe-3 max-lg:col-start-2 max-lg:row-start-2 max-lg:pe-2">
        <StatusBadge status={status} />
      </td>
      <td className="pe-3 max-lg:hidden">
        <LanguageChips post={post} mayAdd={mayChange} />
      </td>
      <td className="max-w-44 overflow-hidden pe-3 whitespace-nowrap max-xl:hidden">
        {category && <CategoryBadge category={category} />}
      </td>
      <td className="max-w-32 truncate pe-3 text-sm max-xl:hidden">{post.author_name}</td>
      <td className="pe-3 text-end text-sm tabular-nums max-lg:hidden">
        {view_count > 0 && (
          <>
            <span aria-hidden="true">{view_count.toLocaleString(localeTags[t.locale])}</span>
            <span className="sr-only">{t('admin.blog.views', { count: view_count })}</span>
          </>
        )}
      </td>
      <td className="pe-2 text-sm whitespace-nowrap text-muted max-lg:col-start-3 max-lg:row-start-2 max-lg:pe-2 max-lg:text-xs">
        <time dateTime={date} suppressHydrationWarning>
          {getDateFormat(t.locale).format(new Date(date))}
        </time>
      </td>
      <td className="min-w-0 overflow-hidden text-xs text-muted max-lg:col-start-4 max-lg:row-start-2 lg:hidden max-[22rem]:col-span-3 max-[22rem]:col-start-2 max-[22rem]:row-start-3">
        <LanguageSummary post={post} />
      </td>
      <td className="p-0 max-lg:col-start-5 max-lg:row-span-2 max-lg:row-start-1 max-[22rem]:row-span-3 lg:pe-2">
        <div className="flex justify-end">
          <a
            href={`/admin/blog/${id}`}
            data-control="edit"
            aria-label={t('admin.action.edit_named', { name: title })}
            title={t('admin.action.edit')}
            className={iconButtonClass}
          >
            <Pencil aria-hidden="true" className="size-4" />
          </a>
          {mayChange && (
            <button
              type="button"
              data-control="delete"
              aria-label={t('admin.action.delete_named', { name: title })}
              title={t('admin.action.delete')}
              aria-haspopup="dialog"
              className={`${iconButtonClass} noscript:hidden`}
              onClick={() => onDelete(post)}
            >
              <Trash aria-hidden="true" className="size-4" />
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

function Thumbnail({
  post: { featured_image_url: src, featured_image_srcset: srcSet },
}: {
  post: AdminPostSummary;
}) {
  return (
    <span className="h-8 w-12 shrink-0 overflow-hidden rounded-md bg-sunken max-lg:hidden">
      {src && (
        <img
          src={src}
          {...(srcSet && { srcSet, sizes: '48px' })}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

/** Languages that readers still see of an archived post. */
const countStillPublic = (post: AdminPostSummary) =>
  post.status === 'archived' ? listPublicOthers(post).length : 0;

const hasPending = (post: AdminPostSummary) =>
  post.scheduled_at !== null || post.has_working_copy || countStillPublic(post) > 0;

/** On a phone, icons with their texts for screen readers. */
function PendingChanges({ post }: { post: AdminPostSummary }) {
  const t = useTranslator();
  const formatLocalDateTime = useLocalDateTime();
  const { scheduled_at, has_working_copy } = post;
  const stillPublic = countStillPublic(post);
  if (!hasPending(post)) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-xs leading-tight text-muted">
      {scheduled_at && (
        <span className="flex items-center gap-1">
          <CalendarClock aria-hidden="true" className="size-3.5 shrink-0" />
          <time dateTime={scheduled_at}>
            {t('admin.blog.scheduled', { date: formatLocalDateTime(scheduled_at) })}
          </time>
        </span>
      )}
      {has_working_copy && (
        <span className="flex items-center gap-1">
          <FilePen aria-hidden="true" className="size-3.5 shrink-0" />
          {t('admin.blog.unpublished_changes')}
        </span>
      )}
      {stillPublic > 0 && (
        <span className="flex items-center gap-1 font-semibold text-accent">
          <Eye aria-hidden="true" className="size-3.5 shrink-0" />
          {t('admin.blog.still_public', { count: stillPublic })}
        </span>
      )}
    </p>
  );
}

/** Replaces the chips on a phone. */
function LanguageSummary({ post: { locale, languages } }: { post: AdminPostSummary }) {
  const t = useTranslator();
  const statuses = [...new Set(languages.flatMap(getTranslationStatuses))];
  return (
    <span className="flex items-center gap-1 whitespace-nowrap">
      <span className="font-semibold">{locale.toUpperCase()}</span>
      <span aria-hidden="true">
        {languages.length}/{locales.length}
      </span>
      <span className="sr-only">
        {t('admin.blog.languages_count', { done: languages.length, total: locales.length })}
      </span>
      {statuses.length > 0 && (
        <>
          <TriangleAlert aria-hidden="true" className="size-3.5 text-accent" />
          <span className="sr-only">
            {statuses.map((status) => t(translationStatusLabels[status])).join(', ')}
          </span>
        </>
      )}
    </span>
  );
}
