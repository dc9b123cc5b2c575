import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslator } from '../translator.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';

/** Runs one task at a time. A task resolves to an error message, or null on success. */
export function useDialogTask() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function run(task: () => Promise<string | null>) {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    const errorMessage = await task();
    setBusy(false);
    setError(errorMessage);
  }
  return { isBusy, error, setError, run };
}

/** `onSave` resolves to an error message, or null on success. */
export function FormDialog({
  title,
  onSave,
  onClose,
  children,
}: {
  title: string;
  onSave: (form: FormData) => Promise<string | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTranslator();
  const { isBusy, error, setError, run } = useDialogTask();
  const isDirty = useRef(false);
  const alert = useRef<HTMLParagraphElement>(null);
  const showAlert = () => alert.current?.scrollIntoView({ block: 'nearest' });

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await run(() => onSave(form));
    showAlert();
  }

  /** Warns about unsaved input once: Escape is often pressed by mistake. */
  function handleClose() {
    if (!isDirty.current) return onClose();
    isDirty.current = false;
    setError(t('admin.taxonomy.unsaved'));
    showAlert();
  }

  return (
    <Dialog title={title} isWide isBusy={isBusy} onClose={handleClose}>
      <form
        onSubmit={save}
        onInput={() => {
          isDirty.current = true;
        }}
        autoComplete="off"
        className="mt-4 grid gap-6"
      >
        <Notice ref={alert} role="alert" className="empty:hidden">
          {error}
        </Notice>
        {children}
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap gap-3 border-t border-line bg-surface px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
          <Button type="submit" aria-disabled={isBusy}>
            {t(isBusy ? 'admin.taxonomy.saving' : 'admin.account.save')}
          </Button>
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
            {t('admin.action.cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
