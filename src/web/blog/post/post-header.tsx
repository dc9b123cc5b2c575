import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { PostAuthor, PostSummary } from '#blog/contract.ts';
import { formatDate } from '#i18n/format-date.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx';
import { authorPath, categoryPath, tagPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { AuthorImage } from '../../ui/post/author-image.tsx';
import { CategoryBadge } from '../../ui/post/category-badge.tsx';
import { SharePostButton } from './share-post-button.tsx';
import { viewCountId } from './start-post.ts';

export function PostHeader({
  post,
  canShare,
  hasMachineNote,
}: {
  post: PostSummary;
  canShare: boolean;
  hasMachineNote: boolean;
}) {
  const t = useTranslator();
  const { category } = post;
  const blog = { name: t('nav.blog'), page: '/blog' } as const;
  return (
    <header className="turn turn-end turn-first px-5 pt-6 pb-12 sm:px-12 sm:pt-10 sm:pb-16">
      <Breadcrumbs between={[blog]} current={post.title} />
      <a
        href={localizedPath(t.locale, '/blog')}
        className="mt-4 inline-flex min-h-11 items-center gap-2 rounded-lg font-semibold text-accent underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4.5" />
        {t('blog.post.back')}
      </a>
      <div className="mt-4 max-w-3xl">
        {category && (
          <p>
            <CategoryBadge category={category} href={localizedPath(t.locale, categoryPath(category.slug))} />
          </p>
        )}
        <h1
          lang={post.text_locale && localeTags[post.text_locale]}
          className="mt-4 text-3xl leading-[1.15] font-bold wrap-anywhere sm:text-5xl sm:leading-[1.1]"
        >
          {post.title}
        </h1>
        {post.excerpt && (
          <p
            lang={post.text_locale && localeTags[post.text_locale]}
            className="mt-5 text-lg [word-break:normal] text-pretty text-muted sm:text-xl"
          >
            {post.excerpt}
          </p>
        )}
      </div>
      {post.author && <Byline author={post.author} />}
      <PostFacts post={post} />
      {hasMachineNote && <p className="mt-2 text-sm text-pretty text-muted">{t('blog.post.machine_note')}</p>}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4 min-[22.5rem]:flex-nowrap">
        <PostTags post={post} />
        {canShare && <SharePostButton title={post.title} text={post.excerpt} />}
      </div>
      <PostCover post={post} />
    </header>
  );
}

function Byline({ author: { name, slug, image_url } }: { author: PostAuthor }) {
  const t = useTranslator();
  return (
    <p className="mt-6">
      <a
        rel="author"
        href={localizedPath(t.locale, authorPath(slug))}
        className="inline-flex min-h-11 max-w-full items-center gap-3 rounded-lg font-semibold underline underline-offset-4 hover:text-accent"
      >
        {image_url !== null && <AuthorImage src={image_url} className="size-11" />}
        <span className="min-w-0 wrap-anywhere">{t('blog.author.by', { name })}</span>
      </a>
    </p>
  );
}

function PostFacts({ post }: { post: PostSummary }) {
  const t = useTranslator();
  const date = post.published_at ?? post.created_at;
  return (
    <ul className="mt-6 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <li>
        <time dateTime={date}>{formatDate(t.locale, date)}</time>
      </li>
      {post.read_time_minutes > 0 && <li>{t('blog.read_time', { count: post.read_time_minutes })}</li>}
      <li id={viewCountId} data-post={post.id}>
        {t('blog.views', { count: post.view_count })}
      </li>
    </ul>
  );
}

function PostTags({ post }: { post: PostSummary }) {
  const t = useTranslator();
  if (post.tags.length === 0) return null;
  return (
    <ul aria-label={t('blog.post.tags')} className="flex min-w-0 flex-wrap gap-2">
      {post.tags.map(({ id, slug, name }) => (
        <li key={id} className="max-w-full">
          <a
            href={localizedPath(t.locale, tagPath(slug))}
            className="inline-flex min-h-7 max-w-full items-center rounded-full border border-line bg-surface px-3 py-1 text-sm leading-tight text-muted hover:border-accent hover:text-accent pointer-coarse:min-h-11"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function PostCover({ post }: { post: PostSummary }) {
  if (post.featured_image_url === null) return null;
  return (
    <img
      src={post.featured_image_url}
      srcSet={post.featured_image_srcset ?? undefined}
      sizes="(min-width: 64rem) 54rem, (min-width: 40rem) calc(100vw - 10rem), calc(100vw - 4.5rem)"
      width={post.featured_image_width ?? undefined}
      height={post.featured_image_height ?? undefined}
      alt={post.featured_image_alt}
      fetchPriority="high"
      decoding="async"
      className="mt-10 h-auto w-full rounded-3xl border border-line bg-sunken dark:brightness-90"
    />
  );
}
