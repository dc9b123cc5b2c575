import { postSkeletonCount } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import type { ListedPost } from './listed-post.ts';
import { PostCard } from './post-card.tsx';
import type { PostListState } from './use-post-list.ts';

const columns = 'grid gap-6 md:grid-cols-2 lg:grid-cols-3';

function PostGrid({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <ul className={columns}>
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** Hidden from screen readers: the status element announces the loading state. */
function PostGridSkeleton() {
  return (
    <div aria-hidden="true" className={columns}>
      {Array.from({ length: postSkeletonCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical and never move.
        <Card key={index} className="overflow-hidden">
          <SkeletonBar className="aspect-video rounded-none" />
          <div className="grid gap-3 p-5">
            <SkeletonBar className="h-4 w-1/2" />
            <SkeletonBar className="h-6" />
            <SkeletonBar className="h-4" />
            <SkeletonBar className="h-4 w-3/4" />
          </div>
        </Card>
      ))}
    </div>
  );
}

export function PostResults({
  list: { sectionRef, posts, totalPosts, hasFailed, retry },
}: {
  list: PostListState;
}) {
  const t = useTranslator();
  const isLoading = totalPosts === null && !hasFailed;
  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      aria-label={t('blog.list.posts')}
      aria-busy={isLoading}
      className="mt-8"
    >
      <div role="status" className="min-h-6 text-sm text-muted">
        {totalPosts === 0 && <p className="py-12 text-center text-lg text-ink">{t('blog.list.empty')}</p>}
        {totalPosts !== null && totalPosts > 0 && t('blog.list.count', { count: totalPosts })}
        {isLoading && posts.length === 0 && t('blog.list.loading')}
      </div>
      {hasFailed && (
        <div role="alert" className={noticeClass('error', 'p-5')}>
          <p className="font-semibold">{t('blog.list.failed')}</p>
          <Button
            variant="quiet"
            className="mt-4"
            onClick={() => {
              sectionRef.current?.focus({ preventScroll: true });
              retry();
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
