import type { PostSummary } from '#blog/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { formatDate } from '../../format-date.ts';
import { blogPostPath } from '../../paths.ts';
import { useTranslator } from '../../translator.tsx';
import { useStaticPost } from '../static-post.tsx';

export function RelatedPosts() {
  const t = useTranslator();
  const staticPost = useStaticPost();
  if (!staticPost) return null;
  const { related } = staticPost;
  return (
    <aside
      aria-labelledby="related-posts"
      className="turn turn-end turn-last px-5 py-12 sm:px-12 sm:py-16 print:hidden"
    >
      <h2 id="related-posts" className="text-2xl font-bold sm:text-3xl">
        {t('blog.still.related')}
      </h2>
      {related.length === 0 ? (
        <p className="mt-4 text-muted">{t('blog.still.related_none')}</p>
      ) : (
        <ul className="mt-6 grid gap-6 md:grid-cols-3">
          {related.map((post) => (
            <RelatedPost key={post.id} post={post} />
          ))}
        </ul>
      )}
    </aside>
  );
}

function RelatedPost({ post }: { post: PostSummary }) {
  const t = useTranslator();
  const date = post.published_at ?? post.created_at;
  const lang = post.text_locale && localeTags[post.text_locale];
  return (
    <li className="group relative overflow-hidden rounded-2xl border border-line bg-surface hover:border-accent">
      {post.featured_image_url !== null && (
        <img
          src={post.featured_image_url}
          srcSet={post.featured_image_srcset ?? undefined}
          sizes="(min-width: 64rem) 17rem, (min-width: 48rem) 30vw, calc(100vw - 4.5rem)"
          width={post.featured_image_width ?? undefined}
          height={post.featured_image_height ?? undefined}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-video h-auto w-full bg-sunken object-cover dark:brightness-90"
        />
      )}
      <div className="p-4">
        <h3 className="leading-snug font-semibold wrap-anywhere">
          <a
            lang={lang}
            href={localizedPath(t.locale, blogPostPath(post.slug))}
            className="after:absolute after:inset-0 after:rounded-2xl group-hover:text-accent"
          >
            {post.title}
          </a>
        </h3>
        <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-muted">
          <time dateTime={date}>{formatDate(t.locale, date)}</time>
          {post.read_time_minutes > 0 && (
            <span>{t('blog.read_time', { count: post.read_time_minutes })}</span>
          )}
        </p>
      </div>
    </li>
  );
}
