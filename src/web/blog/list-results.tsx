import type { RefObject } from 'react';
import { useTranslator } from '../translation.tsx';
import { Button } from '../ui/button.tsx';
import { PostGrid, PostGridSkeleton } from './list-cards.tsx';
import type { PostListState } from './use-post-list.ts';

/** `top` receives the focus after a page change. */
export function PostResults({
  list: { posts, totalPosts, hasFailed, tryAgain },
  top,
}: {
  list: PostListState;
  top: RefObject<HTMLElement | null>;
}) {
  const t = useTranslator();
  const isLoading = totalPosts === null && !hasFailed;
  return (
    <section ref={top} tabIndex={-1} aria-label={t('blog.list.posts')} aria-busy={isLoading} className="mt-8">
      <div role="status" className="min-h-6 text-sm text-muted">
        {totalPosts === 0 && <p className="py-12 text-center text-lg text-ink">{t('blog.list.empty')}</p>}
        {totalPosts !== null && totalPosts > 0 && t('blog.list.count', { count: totalPosts })}
        {isLoading && posts.length === 0 && t('blog.list.loading')}
      </div>
      {hasFailed && (
        <div role="alert" className="rounded-2xl border-2 border-accent bg-tint p-5">
          <p className="font-semibold">{t('blog.list.failed')}</p>
          <Button
            variant="quiet"
            className="mt-4"
            onClick={() => {
              top.current?.focus({ preventScroll: true });
              tryAgain();
            }}
          >
            {t('blog.list.retry')}
          </Button>
        </div>
      )}
      <div className="mt-3">
        {isLoading && posts.length === 0 && <PostGridSkeleton />}
        {!hasFailed && posts.length > 0 && <PostGrid posts={posts} />}
      </div>
    </section>
  );
}
