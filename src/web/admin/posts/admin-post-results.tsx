import Plus from 'lucide-react/icons/plus';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import { adminSkeletonCount } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, SkeletonBar } from '../../ui/card.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { adminApiErrorMessage } from '../admin-api.ts';
import { signInPath } from '../auth/return-path.ts';
import type { FilterOptions } from './admin-post-filter-form.tsx';
import { adminPostsPath, hasAdminPostFilters } from './admin-post-filters.ts';
import { AdminPostTable } from './admin-post-table.tsx';
import { BulkBar, type BulkPermissions } from './bulk-bar.tsx';
import { LanguageLegend } from './language-chips.tsx';
import type { AdminPosts } from './use-admin-posts.ts';
import { useSelection } from './use-selection.ts';

export function AdminPostResults({
  list,
  permissions,
  tags,
  mayChange,
  onDelete,
  onClear,
}: {
  list: AdminPosts;
  permissions: BulkPermissions;
  tags: FilterOptions['tags'];
  mayChange: (post: AdminPostSummary) => boolean;
  onDelete: (post: AdminPostSummary) => void;
  onClear: () => void;
}) {
  const t = useTranslator();
  const { appliedFilters: filters, sectionRef, posts, totalPosts, error } = list;
  const selection = useSelection(posts);
  const isLoading = totalPosts === null && !error;
  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      aria-label={t('admin.blog.posts')}
      aria-busy={isLoading}
      className="mt-2 outline-none"
    >
      <BulkBar
        list={list}
        selection={selection}
        permissions={permissions}
        tags={tags}
        status={
          <>
            {totalPosts !== null && totalPosts > 0 && t('admin.blog.count', { count: totalPosts })}
            {isLoading && t('admin.blog.loading')}
          </>
        }
      />
      {error && <ListError list={list} />}
      {totalPosts === 0 && !error && <EmptyList filters={filters} onClear={onClear} />}
      {isLoading && posts.length === 0 && <Placeholders />}
      {posts.length > 0 && (
        <div className={`rounded-xl border border-line bg-surface ${isLoading ? 'opacity-60' : ''}`}>
          <AdminPostTable
            posts={posts}
            filters={filters}
            selection={selection}
            mayChange={mayChange}
            onSort={(sort) => list.setFilters({ sort })}
            onDelete={onDelete}
          />
        </div>
      )}
      {posts.length > 0 && <LanguageLegend />}
    </section>
  );
}

function ListError({ list: { appliedFilters: filters, error, tryAgain } }: { list: AdminPosts }) {
  const t = useTranslator();
  return (
    <div role="alert" className={noticeClass('error', 'mt-3 p-5')}>
      <p className="font-semibold">{t('admin.blog.failed')}</p>
      <p className="mt-1">{error && adminApiErrorMessage(t, error)}</p>
      {error?.status === 401 ? (
        <a href={signInPath(adminPostsPath(filters))} className={buttonClass('quiet', 'mt-4')}>
          {t('admin.sign_in.action')}
        </a>
      ) : (
        <Button variant="quiet" className="mt-4" onClick={tryAgain}>
          {t('admin.action.retry')}
        </Button>
      )}
    </div>
  );
}

function EmptyList({ filters, onClear }: { filters: AdminPosts['appliedFilters']; onClear: () => void }) {
  const t = useTranslator();
  return (
    <Card className="mt-3 px-6 py-16 text-center">
      <h2 className="text-xl font-bold">{t('admin.blog.empty.title')}</h2>
      {hasAdminPostFilters(filters) ? (
        <>
          <p className="mt-2 text-muted">{t('admin.blog.empty.narrowed')}</p>
          <Button variant="quiet" className="mt-6 noscript:hidden" onClick={onClear}>
            {t('admin.blog.clear')}
          </Button>
        </>
      ) : (
        <>
          <p className="mt-2 text-muted">{t('admin.blog.empty.text')}</p>
          <a href={`/admin/blog/new?locale=${filters.locale}`} className={buttonClass('primary', 'mt-6')}>
            <Plus aria-hidden="true" className="size-5" />
            {t('admin.blog.empty.action')}
          </a>
        </>
      )}
    </Card>
  );
}

/** Hidden from screen readers: the status element announces the loading state. */
function Placeholders() {
  return (
    <div aria-hidden="true" className="grid rounded-xl border border-line bg-surface">
      {Array.from({ length: adminSkeletonCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical items that never move.
        <div key={index} data-placeholder="" className="flex items-center gap-4 px-4 py-2">
          <SkeletonBar className="h-8 w-12" />
          <SkeletonBar className="h-5 grow" />
          <SkeletonBar className="h-5 w-24" />
        </div>
      ))}
    </div>
  );
}
