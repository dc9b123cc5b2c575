import type { KeyboardEvent } from 'react';
import type { AdminPostQuery, AdminPostSort, AdminPostSummary } from '#blog/editing-contract.ts';
import { isPlainClick } from '../../browser/is-plain-click.ts';
import { useTranslator } from '../../translator.tsx';
import {
  adminPostsPath,
  columnLabels,
  isDescending,
  type SortColumn,
  sortLabel,
  sortsByColumn,
} from './admin-post-filters.ts';
import { AdminPostRow } from './admin-post-row.tsx';
import type { Selection } from './use-selection.ts';

export function AdminPostTable({
  posts,
  filters,
  selection,
  mayChange,
  onSort,
  onDelete,
}: {
  posts: readonly AdminPostSummary[];
  filters: AdminPostQuery;
  selection: Selection;
  mayChange: (post: AdminPostSummary) => boolean;
  onSort: (sort: AdminPostSort) => void;
  onDelete: (post: AdminPostSummary) => void;
}) {
  const t = useTranslator();
  const renderColumn = (column: SortColumn, className = '') => (
    <SortableColumn column={column} filters={filters} onSort={onSort} className={className} />
  );
  return (
    <table className="w-full border-collapse max-lg:block">
      <thead className="text-sm max-lg:hidden">
        <tr>
          <td className="w-10 border-b border-line noscript:hidden" />
          {renderColumn('title', 'lg:ps-1 noscript:lg:ps-4')}
          {renderColumn('status')}
          <th scope="col" className={columnClass}>
            {t('admin.run.languages')}
          </th>
          <th scope="col" className={`${columnClass} max-xl:hidden`}>
            {t('admin.editor.category')}
          </th>
          <th scope="col" className={`${columnClass} max-xl:hidden`}>
            {t('admin.role.author')}
          </th>
          {renderColumn('views', 'text-end')}
          {renderColumn('date')}
          <td className="border-b border-line" />
        </tr>
      </thead>
      <tbody onKeyDown={moveFocusBetweenRows} className="max-lg:block">
        {posts.map((post) => (
          <AdminPostRow
            key={post.id}
            post={post}
            mayChange={mayChange(post)}
            isSelected={selection.has(post.id)}
            onSelect={(isSelected) => selection.set([post.id], isSelected)}
            onDelete={onDelete}
          />
        ))}
      </tbody>
    </table>
  );
}

const columnClass = 'border-b border-line py-1 pe-3 text-start font-semibold text-muted';

/** A link, so that lists are sorted without JavaScript too. */
function SortableColumn({
  column,
  filters,
  onSort,
  className,
}: {
  column: SortColumn;
  filters: AdminPostQuery;
  onSort: (sort: AdminPostSort) => void;
  className: string;
}) {
  const t = useTranslator();
  const [first, second] = sortsByColumn[column];
  const isSorted = filters.sort === first || filters.sort === second;
  const next = filters.sort === first ? second : first;
  const direction = isDescending(filters.sort) ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined} className={`${columnClass} ${className}`}>
      <a
        href={adminPostsPath({ ...filters, sort: next, page: 1 })}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onSort(next);
        }}
        className="inline-flex min-h-8 items-center rounded hover:text-accent pointer-coarse:min-h-11"
      >
        {isSorted ? (
          <span className="text-ink">{sortLabel(t, column, filters.sort)}</span>
        ) : (
          t(columnLabels[column])
        )}
      </a>
    </th>
  );
}

/** Arrow keys move between the same controls of neighboring rows; Home and End to the first and last row. */
function moveFocusBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const control = (event.target as HTMLElement).closest<HTMLElement>('[data-control]');
  const row = control?.closest('tr');
  if (!control || !row || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...event.currentTarget.rows];
  const index = rows.indexOf(row);
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: rows.length - 1,
  };
  const target = rows[targets[event.key] ?? -1];
  if (!target) return;
  // Not every row has each control: a post that the user can't change has no delete button.
  const name = control.dataset.control ?? '';
  const next = target.querySelector<HTMLElement>(`[data-control="${name}"]`) ?? target.querySelector('a');
  event.preventDefault();
  next?.focus();
}
