import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Notes what had the focus outside the notices; gives the way back there for when one is closed from within. */
export function useReturnedFocus(viewport: RefObject<HTMLElement | null>): () => void {
  const outside = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const note = () => {
      const active = document.activeElement;
      const region = viewport.current?.parentElement;
      if (active instanceof HTMLElement && active !== document.body && !region?.contains(active)) {
        outside.current = active;
      }
    };
    note();
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [viewport]);

  return useCallback(() => {
    if (viewport.current?.contains(document.activeElement)) outside.current?.focus({ preventScroll: true });
  }, [viewport]);
}
