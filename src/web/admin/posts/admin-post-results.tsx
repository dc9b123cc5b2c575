import Plus from 'lucide-react/icons/plus';
import type { AdminPostSummary } from '#blog/editing-contract.ts';
import { adminSkeletonCount } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card, SkeletonBar } from '../../ui/card.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { adminApiErrorMessage } from '../admin-api.ts';
import { signInPath } from '../return-path.ts';
import { AdminPostCard } from './admin-post-card.tsx';
import { adminPostsPath, hasAdminPostFilters } from './admin-post-filters.ts';
import type { AdminPosts } from './use-admin-posts.ts';

export function AdminPostResults({
  list,
  mayChange,
  onDelete,
  onClear,
}: {
  list: AdminPosts;
  mayChange: (post: AdminPostSummary) => boolean;
  onDelete: (post: AdminPostSummary) => void;
  onClear: () => void;
}) {
  const t = useTranslator();
  const { appliedFilters: filters, sectionRef, posts, totalPosts, error } = list;
  const isLoading = totalPosts === null && !error;
  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      aria-label={t('admin.blog.posts')}
      aria-busy={isLoading}
      className="mt-6 outline-none"
    >
      <p role="status" className="min-h-6 text-sm text-muted">
        {totalPosts !== null && totalPosts > 0 && t('admin.blog.count', { count: totalPosts })}
        {isLoading && t('admin.blog.loading')}
      </p>
      {error && <ListError list={list} />}
      {totalPosts === 0 && !error && <EmptyList filters={filters} onClear={onClear} />}
      {isLoading && posts.length === 0 && <Placeholders />}
      {posts.length > 0 && (
        <ul className={`mt-3 grid gap-4 ${isLoading ? 'opacity-60' : ''}`}>
          {posts.map((post) => (
            <li key={post.id}>
              <AdminPostCard post={post} mayChange={mayChange(post)} onDelete={onDelete} />
            </li>
          ))}
        </ul>
      )}
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
    <div aria-hidden="true" className="mt-3 grid gap-4">
      {Array.from({ length: adminSkeletonCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical items that never move.
        <Card key={index} data-placeholder="" className="grid gap-3 p-5 sm:p-6">
          <SkeletonBar className="h-6 w-2/3" />
          <SkeletonBar className="h-6 w-40 rounded-full" />
          <SkeletonBar className="h-4" />
          <SkeletonBar className="h-4 w-3/4" />
          <SkeletonBar className="h-4 w-1/3" />
        </Card>
      ))}
    </div>
  );
}
