import type { ExtractedPost } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { formatDate } from './describe-media.ts';
import { PostCopyActions } from './post-copies.tsx';

export function ThreadsPostHeader({ post }: { post: ExtractedPost }) {
  const t = useTranslator();
  const { username, name } = post.author;
  const date = formatDate(t, post.publishedAt);
  return (
    <div className="mt-3 wrap-anywhere">
      <p className="flex flex-wrap gap-x-3 text-muted">
        <span>{t('post.by', { name: name || username })}</span>
        <span dir="ltr">@{username}</span>
        {date && <time dateTime={post.publishedAt}>{date}</time>}
        <a href={post.url} rel="noreferrer" className="text-accent underline underline-offset-4">
          {t('post.open')}
        </a>
      </p>
      {post.incomplete && <p className="mt-2 font-semibold">{t('post.incomplete')}</p>}
      {post.text && (
        <blockquote
          dir="auto"
          lang=""
          className="mt-3 line-clamp-4 max-w-prose border-s-2 border-thread ps-4 whitespace-pre-line"
        >
          {post.text}
        </blockquote>
      )}
      <PostCopyActions post={post} />
    </div>
  );
}
