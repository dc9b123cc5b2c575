import { localeTags } from '#i18n/locales.ts';
import { PostHeader } from './post-header.tsx';
import { PostHtml } from './post-html.tsx';
import type { ShownPost } from './post-query.ts';
import { PostRelated } from './post-related.tsx';
import { PostText } from './post-text.tsx';
import { StillPart } from './still-part.tsx';
import './prose.css';

/** The whole post with what belongs to it. `canShare`: whether others can open its address. */
export function PostBody({ post, canShare = true }: { post: ShownPost; canShare?: boolean }) {
  return (
    <>
      <article>
        <PostHeader post={post} canShare={canShare} />
        <div lang={post.text_locale && localeTags[post.text_locale]} className="contents">
          {post.content === undefined ? (
            <StillPart id="post-text">{import.meta.env.SSR && <PostText />}</StillPart>
          ) : (
            <div className="turn turn-start turn-last px-5 py-12 sm:px-12 sm:py-16">
              <PostHtml html={post.content} />
            </div>
          )}
        </div>
      </article>
      {post.content === undefined && (
        <StillPart id="post-related">{import.meta.env.SSR && <PostRelated />}</StillPart>
      )}
    </>
  );
}
