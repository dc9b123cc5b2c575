import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { useUnsavedChangesGuard } from './use-leave-guard.ts';

export function UnsavedChangesDialog({ guard }: { guard: ReturnType<typeof useUnsavedChangesGuard> }) {
  const t = useTranslator();
  if (!guard.isConfirming) return null;
  return (
    <Dialog title={t('admin.editor.leave.title')} onClose={guard.stay}>
      <p className="mt-2 text-pretty text-muted">{t('admin.editor.leave.text')}</p>
      <div className="mt-6 grid gap-3">
        <Button onClick={guard.stay}>{t('admin.editor.leave.stay')}</Button>
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
