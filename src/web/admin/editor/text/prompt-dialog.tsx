import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';

/** A question about the text, over the page. Closing it gives the focus back to the text. */
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
  children: (ids: { title: string; refused: string | undefined }) => ReactNode;
  extra?: ReactNode;
  onSubmit(): void;
  onClose(): void;
}) {
  const t = useTranslator();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="text-prompt" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        <h2 id={`${id}-title`} className="text-lg font-bold">
          {title}
        </h2>
        <div className="mt-3 grid gap-4">
          {children({ title: `${id}-title`, refused: refused === null ? undefined : `${id}-refused` })}
        </div>
        {refused !== null && (
          <p id={`${id}-refused`} role="alert" className="mt-3 font-semibold text-accent">
            {refused}
          </p>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          {extra}
          <Button variant="quiet" onClick={() => dialog.current?.close()}>
            {t('admin.text.cancel')}
          </Button>
          <Button type="submit">{t('admin.text.apply')}</Button>
        </div>
      </form>
    </dialog>
  );
}

export const promptFieldClass =
  'min-h-12 w-full rounded-xl border border-field bg-paper px-4 py-2.5 text-base';
