import { type ReactNode, useId } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** A question about the text, over the page. */
export function PromptDialog({
  title,
  refused,
  children,
  extra,
  onSubmit,
  onClose,
}: {
  /** The label of its first field as well. */
  title: string;
  /** Why what was typed can't be taken. */
  refused: string | null;
  /** Its fields; the first is described by the id it is given, where something was refused. */
  children: (refusedId: string | undefined) => ReactNode;
  extra?: ReactNode;
  onSubmit(): void;
  onClose(): void;
}) {
  const t = useTranslator();
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        <div className="mt-4 grid gap-4">{children(refused === null ? undefined : id)}</div>
        {refused !== null && (
          <p id={id} role="alert" className="mt-3 font-semibold text-accent">
            {refused}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {extra}
          <Button variant="quiet" onClick={onClose}>
            {t('admin.text.cancel')}
          </Button>
          <Button type="submit">{t('admin.text.apply')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

export const promptFieldClass =
  'min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base';
