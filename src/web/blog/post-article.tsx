import { useQuery } from '@tanstack/react-query';
import { SiteFooter } from '../pages/site-footer.tsx';
import { SiteHeader } from '../pages/site-header.tsx';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { useTranslator } from '../translation.tsx';
import { MissingPostPage } from './missing-post-page.tsx';
import { PostHead } from './post-head.tsx';
import { PostHeader } from './post-header.tsx';
import { PostHtml } from './post-html.tsx';
import { postQuery, type ShownPost } from './post-query.ts';
import { PostRelated } from './post-related.tsx';
import { PostSkeleton } from './post-skeleton.tsx';
import { PostText } from './post-text.tsx';
import { StillPart } from './still-part.tsx';
import { useCountedReading } from './use-counted-reading.ts';
import './prose.css';

/** `place`: null where only the address is known. */
export function PostArticle({ slug, place }: { slug: string; place: TranslatedPage | null }) {
  const { locale } = useTranslator();
  const { data: post, isError } = useQuery(postQuery(locale, slug));
  useCountedReading(locale, slug, post?.id);
  if (isError || post === null) return <MissingPostPage elsewhere={[]} />;
  return (
    <>
      {post && place && <PostHead post={post} place={place} />}
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page={place ?? '/blog'} counterStart={null} />
        <main id="main">{post ? <PostBody post={post} /> : <PostSkeleton />}</main>
      </div>
      <SiteFooter page={place ?? '/blog'} />
    </>
  );
}

function PostBody({ post }: { post: ShownPost }) {
  return (
    <>
      <article>
        <PostHeader post={post} />
        {post.content === undefined ? (
          <StillPart id="post-text">{import.meta.env.SSR && <PostText />}</StillPart>
        ) : (
          <div className="turn turn-start turn-last px-5 py-12 sm:px-12 sm:py-16">
            <PostHtml html={post.content} />
          </div>
        )}
      </article>
      {post.content === undefined && (
        <StillPart id="post-related">{import.meta.env.SSR && <PostRelated />}</StillPart>
      )}
      <noscript>
        <img src={`/api/blog/posts/${post.id}/views.gif`} alt="" width="1" height="1" />
      </noscript>
    </>
  );
}
