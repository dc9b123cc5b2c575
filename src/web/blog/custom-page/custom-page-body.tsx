import type { PostSummary } from '#blog/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx';
import { PostCover } from '../post/post-header.tsx';
import { PostContent } from '../post-body.tsx';

/** Without a byline, dates and related posts. */
export function CustomPageBody({ post }: { post: PostSummary }) {
  const lang = post.text_locale && localeTags[post.text_locale];
  return (
    <article>
      <header className="turn turn-end turn-first px-5 pt-6 pb-12 sm:px-12 sm:pt-10 sm:pb-16">
        <Breadcrumbs current={post.title} />
        <h1
          lang={lang}
          className="mt-4 max-w-3xl text-3xl leading-[1.15] font-bold wrap-anywhere sm:text-5xl sm:leading-[1.1]"
        >
          {post.title}
        </h1>
        {post.excerpt && (
          <p lang={lang} className="mt-4 max-w-prose text-lg text-pretty text-muted">
            {post.excerpt}
          </p>
        )}
        <PostCover post={post} />
      </header>
      <div lang={lang} className="contents">
        <PostContent isLast />
      </div>
    </article>
  );
}
