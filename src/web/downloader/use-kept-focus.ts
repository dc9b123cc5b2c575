import { useEffect, useRef } from 'react';

/** The button of a row is exchanged while a download runs: focus goes over to the new one. */
export function useKeptFocus(isRunning: boolean) {
  const row = useRef<HTMLLIElement>(null);
  const before = useRef(isRunning);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = () => {
      const active = document.activeElement;
      if (active !== document.body) hadFocus.current = row.current?.contains(active) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    if (before.current === isRunning) return;
    before.current = isRunning;
    if (!hadFocus.current || document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
  }, [isRunning]);
  return row;
}
