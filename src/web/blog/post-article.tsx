import { useQuery } from '@tanstack/react-query';
import { SiteFooter } from '../pages/site-footer.tsx';
import { SiteHeader } from '../pages/site-header.tsx';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { useTranslator } from '../translation.tsx';
import { MissingPostPage } from './missing-post-page.tsx';
import { PostBody } from './post-body.tsx';
import { PostHead } from './post-head.tsx';
import { postQuery, type ShownPost } from './post-query.ts';
import { PostSkeleton } from './post-skeleton.tsx';
import { useCountedReading } from './use-counted-reading.ts';

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
        <main id="main">{post ? <CountedPost post={post} /> : <PostSkeleton />}</main>
      </div>
      <SiteFooter page={place ?? '/blog'} />
    </>
  );
}

function CountedPost({ post }: { post: ShownPost }) {
  return (
    <>
      <PostBody post={post} />
      <noscript>
        <img src={`/api/blog/posts/${post.id}/views.gif`} alt="" width="1" height="1" />
      </noscript>
    </>
  );
}
