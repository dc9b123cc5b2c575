import FileText from 'lucide-react/icons/file-text';
import type { PostSummary } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { CopyButton, quietLinkClass } from './copy-button.tsx';
import { canShare, readPhoneSharing, shareFile } from './phone-sharing.ts';
import { postText, postTextAddress, postTextName, postWords } from './post-text.ts';

/** The words of a post, or of its whole thread, to take along: on the clipboard, or as a file. */
export function PostCopies({ post }: { post: PostSummary }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const words = postWords(post);
  return (
    <div className="mt-2 flex flex-wrap gap-x-5">
      {words && <CopyButton label={t('copy.text')} text={words} />}
      <CopyButton label={t('copy.link')} text={post.url} />
      {words && (
        <a
          href={postTextAddress(post)}
          download={postTextName(post)}
          className={quietLinkClass}
          {...(isHydrated && {
            onClick: (event) => {
              const file = new File([postText(post)], postTextName(post), { type: 'text/plain' });
              if (!readPhoneSharing().isOnlyWay || !canShare(file)) return;
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
