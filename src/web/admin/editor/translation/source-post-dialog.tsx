import type { ArticleTranslation } from '#blog/editing-contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Runs start only from the original, so this dialog links to it. */
export default function SourcePostDialog({
  original,
  onClose,
}: {
  original: ArticleTranslation;
  onClose: () => void;
}) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.translation.is_one_title')} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t('admin.translation.is_one_text')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={`/admin/blog/${original.id}`} className={buttonClass('primary')}>
          {t('admin.translation.original')}
        </a>
        <Button variant="quiet" onClick={onClose}>
          {t('admin.action.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
