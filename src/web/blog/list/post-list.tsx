import { formatDate } from '#i18n/format-date.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { cardTagLimit, postSkeletonCount } from '../../contract.ts';
import { authorPath, blogPostPath, categoryPath, tagPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, SkeletonBar } from '../../ui/card.tsx';
import { BrandMark } from '../../ui/logo.tsx';
import { noticeClass } from '../../ui/notice.tsx';
import { CategoryBadge } from '../../ui/post/category-badge.tsx';
import type { ListedPost } from './listed-post.ts';
import { loadingTextId, partIds, problemId, sectionId, skeletonId } from './start-list.ts';

const columns = 'grid gap-6 md:grid-cols-2 lg:grid-cols-3';

export function PostGrid({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <ul className={columns}>
      {posts.map((post, index) => (
        <li
          key={post.id}
          data-category={post.category?.slug}
          data-tags={post.tags.map(({ slug }) => slug).join(' ')}
        >
          <PostCard post={post} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** Hidden from screen readers: the status element announces the loading state. */
function PostGridSkeleton() {
  return (
    <div id={skeletonId} hidden aria-hidden="true">
      <div className={columns}>
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
    </div>
  );
}

export function PostResults({ posts, totalPosts }: { posts: readonly ListedPost[]; totalPosts: number }) {
  const t = useTranslator();
  return (
    <section id={sectionId} tabIndex={-1} aria-label={t('blog.list.posts')} className="mt-8">
      <div role="status" className="min-h-6 text-sm text-muted">
        <div id={partIds.count}>
          {totalPosts === 0 ? (
            <p className="py-12 text-center text-lg text-ink">{t('blog.list.empty')}</p>
          ) : (
            t('blog.list.count', { count: totalPosts })
          )}
        </div>
        <p id={loadingTextId} hidden>
          {t('blog.list.loading')}
        </p>
      </div>
      <div id={problemId} hidden role="alert" className={noticeClass('error', 'p-5')}>
        <p className="font-semibold">{t('blog.list.failed')}</p>
        <Button variant="quiet" className="mt-4">
          {t('blog.list.retry')}
        </Button>
      </div>
      <div className="mt-3">
        <PostGridSkeleton />
        <div id={partIds.cards}>{posts.length > 0 && <PostGrid posts={posts} />}</div>
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
            <time dateTime={date}>{formatDate(t.locale, date)}</time>
          </p>
          <p className="flex flex-wrap gap-x-3">
            {post.read_time_minutes > 0 && (
              <span>{t('blog.read_time', { count: post.read_time_minutes })}</span>
            )}
            <span>{t('blog.views', { count: post.view_count })}</span>
          </p>
          {post.author && (
            <a
              href={localizedPath(t.locale, authorPath(post.author.slug))}
              className="relative z-10 inline-block max-w-full rounded py-1.5 underline underline-offset-4 wrap-anywhere hover:text-accent pointer-coarse:py-3"
            >
              {t('blog.author.by', { name: post.author.name })}
            </a>
          )}
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

/** Above the card's own link. */
function CardBadges({ post: { category, tags } }: { post: ListedPost }) {
  const t = useTranslator();
  if (!category && tags.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap items-center gap-1.5">
      {category && (
        <li className="relative z-10 w-full">
          <CategoryBadge category={category} href={localizedPath(t.locale, categoryPath(category.slug))} />
        </li>
      )}
      {tags.slice(0, cardTagLimit).map(({ slug, name }) => (
        <li key={slug} className="relative z-10 max-w-full">
          <a
            href={localizedPath(t.locale, tagPath(slug))}
            className="inline-flex min-h-7 max-w-full items-center rounded-full bg-sunken px-2.5 py-1 text-xs text-muted hover:text-accent hover:underline pointer-coarse:min-h-11"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
