import { type ReactNode, useId } from 'react';
import { useModalDialog } from './use-modal-dialog.ts';

/** Open while mounted. The focus starts at the element with `data-autofocus`, if there is one. */
export function Dialog({
  title,
  isBusy = false,
  isWide = false,
  onClose,
  children,
}: {
  title: string;
  isBusy?: boolean;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useModalDialog();
  const id = useId();

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      // Browsers close a dialog on a second Escape, even if `cancel` was prevented.
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] ${isWide ? 'max-w-3xl' : 'max-w-lg'} overflow-y-auto overscroll-contain rounded-3xl border border-line bg-surface p-6 text-ink shadow-2xl backdrop:bg-black/50 sm:p-8`}
    >
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
