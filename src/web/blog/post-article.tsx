import { useQuery } from '@tanstack/react-query';
import { SiteFooter } from '../pages/site-footer.tsx';
import { SiteHeader } from '../pages/site-header.tsx';
import type { TranslatedPage } from '../seo/page-addresses.ts';
import { useTranslator } from '../translation.tsx';
import { PostNotFoundPage } from './missing-post-page.tsx';
import { PostBody } from './post-body.tsx';
import { PostMetadata } from './post-head.tsx';
import { type CachedPost, postQuery } from './post-query.ts';
import { PostSkeleton } from './post-skeleton.tsx';
import { usePageView } from './use-counted-reading.ts';

/** `translatedPage` is null after client-side navigation. */
export function PostArticle({
  slug,
  translatedPage,
}: {
  slug: string;
  translatedPage: TranslatedPage | null;
}) {
  const { locale } = useTranslator();
  const { data: post, isError } = useQuery(postQuery(locale, slug));
  usePageView(locale, slug, post?.id);
  if (isError || post === null) return <PostNotFoundPage translations={[]} />;
  return (
    <>
      {post && translatedPage && <PostMetadata post={post} translatedPage={translatedPage} />}
      <div className="mx-auto max-w-5xl px-4 sm:px-8">
        <SiteHeader page={translatedPage ?? '/blog'} counterStart={null} />
        <main id="main">{post ? <CountedPost post={post} /> : <PostSkeleton />}</main>
      </div>
      <SiteFooter page={translatedPage ?? '/blog'} />
    </>
  );
}

function CountedPost({ post }: { post: CachedPost }) {
  return (
    <>
      <PostBody post={post} />
      <noscript>
        <img src={`/api/blog/posts/${post.id}/views.gif`} alt="" width="1" height="1" />
      </noscript>
    </>
  );
}
