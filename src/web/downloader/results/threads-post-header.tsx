import FileText from 'lucide-react/icons/file-text';
import type { ExtractedPost } from '#extraction/contract.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { CopyButton, secondaryLinkClass } from '../../ui/copy-button.tsx';
import { formatDate } from '../media/format-media.ts';
import { canShareFile, detectWebShareSupport, shareFile } from '../media/web-share.ts';
import { postPlainText, postTextDataUrl, postTextFile, postTextFileName } from './post-text.ts';

export function PostCopyActions({ post }: { post: ExtractedPost }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const text = postPlainText(post);
  return (
    <div className="mt-2 flex flex-wrap gap-x-5">
      {text && <CopyButton label={t('copy.text')} text={text} />}
      <CopyButton label={t('copy.link')} text={post.url} />
      {text && (
        <a
          href={postTextDataUrl(post)}
          download={postTextFileName(post)}
          className={secondaryLinkClass}
          {...(isHydrated && {
            onClick: (event) => {
              const file = new File([postTextFile(post)], postTextFileName(post), { type: 'text/plain' });
              if (!detectWebShareSupport().isOnlyWay || !canShareFile(file)) return;
              event.preventDefault();
              void shareFile(file);
            },
          })}
        >
          <FileText aria-hidden="true" className="size-4" />
          {t('copy.file')}
        </a>
      )}
    </div>
  );
}

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
