import Share2 from 'lucide-react/icons/share-2';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { copiedNoticeId, shareButtonId } from './start-post.ts';

/** `startShareButton` makes it work. */
export function SharePostButton({ title, text }: { title: string; text: string }) {
  const t = useTranslator();
  return (
    <>
      <Button
        id={shareButtonId}
        variant="quiet"
        data-title={title}
        data-text={text}
        className="min-h-11 shrink-0 px-4 text-sm noscript:hidden"
      >
        <Share2 aria-hidden="true" className="size-4.5" />
        {t('blog.post.share')}
      </Button>
      {/* Screen readers announce what becomes visible in here. */}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-end px-4 print:hidden"
      >
        <div
          id={copiedNoticeId}
          className="hidden mb-4 w-full rounded-2xl border-2 border-line bg-surface p-4 shadow-lg sm:max-w-sm"
        >
          <span className="block font-semibold">{t('blog.post.copied.title')}</span>
          <span className="mt-0.5 block text-sm leading-tight text-pretty text-muted">
            {t('blog.post.copied.description')}
          </span>
        </div>
      </div>
    </>
  );
}
