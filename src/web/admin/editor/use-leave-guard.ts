import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Draft } from './draft/use-draft.ts';
import { isUnsaved } from './is-unsaved.ts';

/**
 * Who leaves with something unsaved waits until it is saved, and is asked only where it can not be. The browser's own
 * question stands before all other ways out.
 */
export function useLeaveGuard(draft: Draft, flush: () => void) {
  const isFree = useRef(false);
  const [asked, setAsked] = useState<{ go: () => void; stay: () => void } | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved(draft) && !isFree.current && currentLocation.pathname !== nextLocation.pathname,
  );

  const leave = useEffectEvent(async (go: () => void, stay: () => void) => {
    flush();
    const saved = await draft.flush();
    if (saved.ok) go();
    else setAsked({ go, stay });
  });

  useEffect(() => {
    if (blocker.state === 'blocked') void leave(blocker.proceed, blocker.reset);
  }, [blocker]);

  const onUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    flush();
    if (isUnsaved(draft) && !isFree.current) event.preventDefault();
  });
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (
      !link ||
      !isPlain ||
      !isUnsaved(draft) ||
      isFree.current ||
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
        isFree.current = true;
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
    isAsked: asked !== null,
    /** Leaves with what is unsaved. */
    leave() {
      isFree.current = true;
      setAsked(null);
      asked?.go();
    },
    tryAgain() {
      setAsked(null);
      if (asked) void leaveAgain(asked);
    },
    stay() {
      setAsked(null);
      asked?.stay();
    },
  };

  async function leaveAgain({ go, stay }: { go: () => void; stay: () => void }) {
    const saved = await draft.flush();
    if (saved.ok) go();
    else setAsked({ go, stay });
  }
}
