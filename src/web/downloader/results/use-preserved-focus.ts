import { useEffect, useLayoutEffect, useRef } from 'react';

/** Moves the focus to the element's new button when a download starts or ends. */
export function usePreservedFocus<T extends HTMLElement = HTMLLIElement>(
  isRunning: boolean,
  target = 'button, a',
) {
  const row = useRef<T>(null);
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
  useLayoutEffect(() => {
    if (before.current === isRunning) return;
    before.current = isRunning;
    if (!hadFocus.current || document.activeElement !== document.body) return;
    row.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [isRunning, target]);
  return row;
}
