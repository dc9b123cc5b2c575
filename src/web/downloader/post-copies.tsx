import FileText from 'lucide-react/icons/file-text';
import type { ExtractedPost } from '#media/contract.ts';
import { useTranslator } from '../translation.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { CopyButton, secondaryLinkClass } from './copy-button.tsx';
import { canShareFile, detectWebShareSupport, shareFile } from './phone-sharing.ts';
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
