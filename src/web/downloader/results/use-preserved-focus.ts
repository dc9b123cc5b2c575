import { useEffect, useRef } from 'react';

/** Moves the focus to the row's new button when a download starts or ends. */
export function usePreservedFocus(isRunning: boolean) {
  const row = useRef<HTMLLIElement>(null);
  const before = useRef(isRunning);
  const hadFocus = useRef(false);
  useEffect(() => {
    const trackFocus = () => {
      const active = document.activeElement;
      if (active !== document.body) hadFocus.current = row.current?.contains(active) ?? false;
    };
    document.addEventListener('focusin', trackFocus);
    return () => document.removeEventListener('focusin', trackFocus);
  }, []);
  useEffect(() => {
    if (before.current === isRunning) return;
    before.current = isRunning;
    if (!hadFocus.current || document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
  }, [isRunning]);
  return row;
}
