import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Draft } from './draft/use-draft.ts';
import { hasUnsavedChanges } from './is-unsaved.ts';

/**
 * Saves before the user leaves and asks only if the save fails. When the tab is closed, the browser shows its
 * own prompt.
 */
export function useUnsavedChangesGuard(draft: Draft, flush: () => void) {
  const canLeave = useRef(false);
  const [pendingLeave, setPendingLeave] = useState<{ proceed: () => void; stay: () => void } | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges(draft) && !canLeave.current && currentLocation.pathname !== nextLocation.pathname,
  );

  const leave = useEffectEvent(async (proceed: () => void, stay: () => void) => {
    flush();
    const saved = await draft.flush();
    if (saved.ok) proceed();
    else setPendingLeave({ proceed, stay });
  });

  useEffect(() => {
    if (blocker.state === 'blocked') void leave(blocker.proceed, blocker.reset);
  }, [blocker]);

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    flush();
    if (hasUnsavedChanges(draft) && !canLeave.current) event.preventDefault();
  });
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (
      !link ||
      !isPlain ||
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
    void leave(
      () => {
        canLeave.current = true;
        location.assign(to);
      },
      () => undefined,
    );
  });
  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => onUnload(event);
    const click = (event: MouseEvent) => onClick(event);
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, { capture: true });
    };
  }, []);

  return {
    isConfirming: pendingLeave !== null,
    /** Leaves without saving. */
    leave() {
      canLeave.current = true;
      setPendingLeave(null);
      pendingLeave?.proceed();
    },
    tryAgain() {
      setPendingLeave(null);
      if (pendingLeave) void leaveAgain(pendingLeave);
    },
    stay() {
      setPendingLeave(null);
      pendingLeave?.stay();
    },
  };

  async function leaveAgain({ proceed, stay }: { proceed: () => void; stay: () => void }) {
    const saved = await draft.flush();
    if (saved.ok) proceed();
    else setPendingLeave({ proceed, stay });
  }
}
