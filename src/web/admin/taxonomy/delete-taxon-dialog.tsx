import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDialogTask } from '../form-dialog.tsx';

/** `onDelete` resolves to an error message, or null on success. */
export function DeleteTaxonDialog({
  name,
  text,
  onDelete,
  onClose,
}: {
  name: string;
  text: string;
  onDelete: () => Promise<string | null>;
  onClose: () => void;
}) {
  const t = useTranslator();
  const { isBusy, error, run } = useDialogTask();
  return (
    <Dialog title={t('admin.taxonomy.remove_title', { name })} isBusy={isBusy} onClose={onClose}>
      <Notice role="alert" className="mt-4 empty:hidden">
        {error}
      </Notice>
      <p className="mt-3 text-pretty">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-disabled={isBusy} onClick={() => void run(onDelete)}>
          {t('admin.users.remove_yes')}
        </Button>
        <Button variant="quiet" data-autofocus="" onClick={onClose}>
          {t('admin.action.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
