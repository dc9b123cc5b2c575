import { useState } from 'react';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

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
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function handleDelete() {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    const errorMessage = await onDelete();
    if (errorMessage === null) return;
    setBusy(false);
    setError(errorMessage);
  }

  return (
    <Dialog title={t('admin.taxonomy.remove_title', { name })} isBusy={isBusy} onClose={onClose}>
      <p
        role="alert"
        className="mt-4 rounded-2xl border-2 border-accent bg-tint p-4 font-semibold empty:hidden"
      >
        {error}
      </p>
      <p className="mt-3 text-pretty">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-disabled={isBusy} onClick={handleDelete}>
          {t('admin.users.remove_yes')}
        </Button>
        <Button variant="quiet" data-autofocus="" onClick={onClose}>
          {t('admin.action.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
