import { type ReactNode, useEffect, useId, useRef } from 'react';

/**
 * A question or a form in front of the page, which waits behind it. Mounted, it is open; Escape asks `onClose`, as the
 * way out of it that changes nothing, and the focus goes back to where it was. While `isBusy`, it stays. The focus begins
 * at the element with `data-autofocus`, or else at the first that takes it.
 */
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
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    // React sets the focus of `autoFocus` while the dialog is still closed, where it has no effect.
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      // A second Escape in a row closes it whatever `cancel` says.
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
