import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Shows the dialog while it is mounted and returns the focus when it unmounts: in a layout effect, because keys that
 * are pressed between the last paint and a later effect would be lost.
 */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // `autoFocus` is applied while the dialog is still closed, which has no effect.
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      // Preact would still handle the event, and close what is shown in the meantime.
      element?.addEventListener('close', stopEvent, { capture: true, once: true });
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

const stopEvent = (event: Event) => event.stopImmediatePropagation();
