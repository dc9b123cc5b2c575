import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { cardTagLimit, postSkeletonCount } from '../../contract.ts';
import { formatDate } from '../../format-date.ts';
import { blogPostPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, SkeletonBar } from '../../ui/card.tsx';
import { BrandMark } from '../../ui/logo.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { CategoryBadge } from '../category-badge.tsx';
import type { ListedPost } from './listed-post.ts';
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

const imageSizes = '(min-width: 64rem) 18rem, (min-width: 48rem) 45vw, 92vw';

export function PostCard({ post, isFirst }: { post: ListedPost; isFirst: boolean }) {
  const t = useTranslator();
  const date = post.published_at ?? post.created_at;
  const lang = post.text_locale && localeTags[post.text_locale];
  return (
    <Card
      as="article"
      className="group relative flex h-full flex-col overflow-hidden shadow-sm hover:border-thread motion-safe:transition-colors"
    >
      <CardImage post={post} isFirst={isFirst} />
      <div className="flex grow flex-col p-5">
        <div className="text-sm text-muted">
          <p>
            <time dateTime={date} suppressHydrationWarning>
              {formatDate(t.locale, date)}
            </time>
          </p>
          <p className="flex flex-wrap gap-x-3">
            {post.read_time_minutes > 0 && (
              <span>{t('blog.read_time', { count: post.read_time_minutes })}</span>
            )}
            <span>{t('blog.views', { count: post.view_count })}</span>
          </p>
        </div>
        <div className="grow">
          <h2 lang={lang} className="mt-3 text-xl leading-snug font-bold group-hover:text-accent">
            {post.title}
          </h2>
          <p lang={lang} className="mt-2 line-clamp-4 text-pretty text-muted">
            {post.excerpt}
          </p>
        </div>
        <CardBadges post={post} />
        <a
          href={localizedPath(t.locale, blogPostPath(post.slug))}
          className="self-start pt-4 font-semibold text-accent underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-3xl focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
        >
          {/* Real link text instead of aria-label, because search engines index it. */}
          <span aria-hidden="true">{t('blog.more')}</span>
          <span className="sr-only">{t('blog.more_about', { title: post.title })}</span>
        </a>
      </div>
    </Card>
  );
}

function CardImage({ post, isFirst }: { post: ListedPost; isFirst: boolean }) {
  if (post.featured_image_url === null)
    return (
      <div className="grid aspect-video place-items-center bg-tint">
        <BrandMark className="size-14" />
      </div>
    );
  return (
    <img
      src={post.featured_image_url}
      srcSet={post.featured_image_srcset ?? undefined}
      sizes={imageSizes}
      width={post.featured_image_width ?? undefined}
      height={post.featured_image_height ?? undefined}
      alt={post.featured_image_alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      className="aspect-video w-full bg-sunken object-cover dark:brightness-90"
    />
  );
}

function CardBadges({ post: { category, tags } }: { post: ListedPost }) {
  if (!category && tags.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap items-center gap-1.5">
      {category && (
        <li className="w-full">
          <CategoryBadge category={category} />
        </li>
      )}
      {tags.slice(0, cardTagLimit).map(({ slug, name }) => (
        <li key={slug} className="max-w-full rounded-full bg-sunken px-2.5 py-1 text-xs text-muted">
          {name}
        </li>
      ))}
    </ul>
  );
}
