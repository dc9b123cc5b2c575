import { localeTags } from '#i18n/locales.ts';
import { PostHtml } from '../ui/post/post-html.tsx';
import { PostHeader } from './post/post-header.tsx';
import { renderFigures } from './post-figures.ts';
import { useStaticPost } from './static-post.ts';
import '../ui/post/prose.css';
import type { PostSummary } from '#blog/contract.ts';
import type { RenderedContent } from '#content/render-content.ts';
import { formatDate } from '#i18n/format-date.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { escapeHtmlAttribute } from '#platform/escape-html.ts';
import { blogPostPath } from '../paths.ts';
import { useTranslator } from '../translator.tsx';

export function PostBody({
  post,
  canShare = true,
  hasMachineNote = false,
}: {
  post: PostSummary;
  canShare?: boolean;
  hasMachineNote?: boolean;
}) {
  return (
    <>
      <article>
        <PostHeader post={post} canShare={canShare} hasMachineNote={hasMachineNote} />
        <div lang={post.text_locale && localeTags[post.text_locale]} className="contents">
          <PostContent />
        </div>
      </article>
      <RelatedPosts />
    </>
  );
}

/** `html` must be sanitized, so that every `<table` in it is a tag. */
export function wrapTables(html: string, label: string): string {
  const opening = /<table[ >]/g;
  const name = escapeHtmlAttribute(label);
  const isOnly = html.match(opening)?.length === 1;
  let count = 0;
  return html
    .replace(opening, (tag) => {
      count += 1;
      return `<section class="table-frame" aria-label="${name}${isOnly ? '' : ` ${count}`}" tabindex="0">${tag}`;
    })
    .replaceAll('</table>', '</table></section>');
}

type Heading = RenderedContent['headings'][number];

function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  const t = useTranslator();
  return (
    <div className="contents print:hidden">
      <details className="group mb-10 rounded-2xl border border-line bg-surface lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-2xl px-4 font-semibold">
          {t('blog.still.contents')}
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="size-4 shrink-0 fill-none stroke-current stroke-2 group-open:rotate-180"
          >
            <path d="M3 6l5 5 5-5" />
          </svg>
        </summary>
        <div className="px-4 pb-3">
          <HeadingList headings={headings} />
        </div>
      </details>
      <nav
        aria-labelledby="post-contents"
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] self-start overflow-y-auto text-sm lg:col-start-2 lg:row-start-1 lg:block"
      >
        <h2 id="post-contents" className="font-semibold">
          {t('blog.still.contents')}
        </h2>
        <div className="mt-2 border-s-2 border-line ps-4">
          <HeadingList headings={headings} />
        </div>
      </nav>
    </div>
  );
}

function HeadingList({ headings }: { headings: readonly Heading[] }) {
  return (
    <ol className="grid gap-y-0.5">
      {headings.map(({ id, level, text }) => (
        <li key={id} className={level === 3 ? 'ps-4' : undefined}>
          <a
            href={`#${encodeURIComponent(id)}`}
            className="inline-block rounded py-1.5 leading-snug text-muted underline-offset-4 wrap-anywhere hover:text-accent hover:underline"
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}

const minTocSections = 3;

/** `isLast`: nothing follows. */
export function PostContent({ isLast = false }: { isLast?: boolean }) {
  const t = useTranslator();
  const staticPost = useStaticPost();
  if (!staticPost) return null;
  const { html, headings } = staticPost.content;
  const isLong = headings.filter(({ level }) => level === 2).length >= minTocSections;
  return (
    <div
      className={`turn turn-start px-5 py-12 sm:px-12 sm:py-16 lg:grid lg:grid-cols-[minmax(0,1fr)_13rem] lg:gap-x-12 ${isLast ? 'turn-last' : ''}`}
    >
      {isLong && <TableOfContents headings={headings} />}
      <PostHtml
        html={renderFigures(wrapTables(html, t('blog.still.table')), t)}
        className={`lg:col-start-1 lg:row-start-1 ${isLong ? '' : 'prose-open'}`}
      />
    </div>
  );
}

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
