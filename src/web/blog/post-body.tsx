import { localeTags } from '#i18n/locales.ts';
import { PostHeader } from './post/post-header.tsx';
import { PostContent, RelatedPosts } from './post/static-content.tsx';
import type { CachedPost } from './post/use-post.ts';
import { PostHtml, StaticPart } from './static-post.tsx';
import './prose.css';

export function PostBody({ post, canShare = true }: { post: CachedPost; canShare?: boolean }) {
  return (
    <>
      <article>
        <PostHeader post={post} canShare={canShare} />
        <div lang={post.text_locale && localeTags[post.text_locale]} className="contents">
          {post.content === undefined ? (
            <StaticPart id="post-text">{import.meta.env.SSR && <PostContent />}</StaticPart>
          ) : (
            <div className="turn turn-start turn-last px-5 py-12 sm:px-12 sm:py-16">
              <PostHtml html={post.content} />
            </div>
          )}
        </div>
      </article>
      {post.content === undefined && (
        <StaticPart id="post-related">{import.meta.env.SSR && <RelatedPosts />}</StaticPart>
      )}
    </>
  );
}
