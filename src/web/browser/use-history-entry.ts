import { useEffect, useRef, useState } from 'react';

interface OpenPart {
  name: string;
  value: string;
}

/**
 * What is open in a part of the page, such as a dialog, as an entry of the history: Back closes it, and Forward or a
 * reload opens it again. `name` is the same after a reload, and no other part of the page has it.
 */
export function useHistoryEntry(name: string) {
  const [value, setValue] = useState<string | null>(null);
  const shown = useRef<string | null>(null);
  const isLeaving = useRef(false);

  const show = (next: string | null) => {
    shown.current = next;
    setValue(next);
  };

  useEffect(() => {
    const readEntry = () => {
      const part: OpenPart | undefined = window.history.state?.open;
      shown.current = part?.name === name ? part.value : null;
      setValue(shown.current);
    };
    const onPopState = () => {
      window.history.scrollRestoration = 'auto';
      if (!isLeaving.current) return readEntry();
      isLeaving.current = false;
      // It was opened again before the browser had left the entry.
      if (shown.current !== null) pushEntry(name, shown.current);
    };
    readEntry();
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [name]);

  return {
    value,
    /** Opens it, or changes what is open. */
    open(next: string) {
      if (!isLeaving.current) {
        if (shown.current === null) pushEntry(name, next);
        else window.history.replaceState(stateOf(name, next), '');
      }
      show(next);
    },
    /** At once; the browser leaves the entry a moment later. */
    close() {
      if (shown.current === null) return;
      show(null);
      if (isLeaving.current) return;
      isLeaving.current = true;
      window.history.back();
    },
  };
}

const stateOf = (name: string, value: string) => ({
  ...window.history.state,
  open: { name, value } satisfies OpenPart,
});

function pushEntry(name: string, value: string): void {
  // Back must not scroll away from what was moved into view on closing.
  window.history.scrollRestoration = 'manual';
  window.history.pushState(stateOf(name, value), '');
}
