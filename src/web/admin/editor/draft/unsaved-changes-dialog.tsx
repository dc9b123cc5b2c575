import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';

export default function UnsavedChangesDialog({
  guard,
  onClose,
}: {
  guard: UnsavedChangesGuard;
  onClose: () => void;
}) {
  const t = useTranslator();
  return (
    <Dialog title={t('admin.editor.leave.title')} onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t('admin.editor.leave.text')}</p>
      <div className="mt-6 grid gap-3">
        <Button onClick={onClose}>{t('admin.editor.leave.stay')}</Button>
        <Button variant="quiet" onClick={guard.tryAgain}>
          {t('admin.editor.leave.save')}
        </Button>
        <Button variant="quiet" onClick={guard.leave}>
          {t('admin.editor.leave.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
