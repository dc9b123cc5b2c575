import { useRef, useState } from 'react';
import { isPlainClick } from '../../../browser/is-plain-click.ts';
import { useWindowEvent } from '../../../browser/use-window-event.ts';
import { type Draft, hasUnsavedChanges } from './use-draft.ts';

export type UnsavedChangesGuard = NonNullable<ReturnType<typeof useUnsavedChangesGuard>>;

/**
 * Saves before the user leaves and returns what to choose from only if that fails. Closing the tab and going back show
 * the browser's prompt.
 */
export function useUnsavedChangesGuard(draft: Draft) {
  const canLeave = useRef(false);
  const [pendingLeave, setPendingLeave] = useState<URL | null>(null);

  function leaveFor(to: URL) {
    canLeave.current = true;
    location.assign(to);
  }

  async function saveAndLeave(to: URL) {
    const saved = await draft.flush();
    if (saved.ok) leaveFor(to);
    else setPendingLeave(to);
  }

  useWindowEvent('beforeunload', (event) => {
    if (hasUnsavedChanges(draft.getSnapshot()) && !canLeave.current) event.preventDefault();
  });
  useWindowEvent(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (
        !link ||
        !isPlainClick(event) ||
        !hasUnsavedChanges(draft) ||
        canLeave.current ||
        link.target !== '' ||
        link.isContentEditable
      )
        return;
      const to = new URL(link.href);
      if (to.origin !== location.origin || to.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      void saveAndLeave(to);
    },
    { capture: true },
  );

  if (!pendingLeave) return null;
  const closeAnd = (act: (to: URL) => void) => () => {
    setPendingLeave(null);
    act(pendingLeave);
  };
  return {
    stay: () => setPendingLeave(null),
    tryAgain: closeAnd((to) => void saveAndLeave(to)),
    leave: closeAnd(leaveFor),
  };
}
