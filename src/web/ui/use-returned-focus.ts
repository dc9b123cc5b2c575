import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Returns a function that moves the focus from the toasts back to the last focused element outside them. */
export function useReturnFocus(viewport: RefObject<HTMLElement | null>): () => void {
  const outside = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const trackFocus = () => {
      const active = document.activeElement;
      const region = viewport.current?.parentElement;
      if (active instanceof HTMLElement && active !== document.body && !region?.contains(active)) {
        outside.current = active;
      }
    };
    trackFocus();
    document.addEventListener('focusin', trackFocus);
    return () => document.removeEventListener('focusin', trackFocus);
  }, [viewport]);

  return useCallback(() => {
    if (viewport.current?.contains(document.activeElement)) outside.current?.focus({ preventScroll: true });
  }, [viewport]);
}
