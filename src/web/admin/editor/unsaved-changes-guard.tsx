import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Draft, hasUnsavedChanges } from './draft/use-draft.ts';

interface Leave {
  proceed: () => void;
  stay: () => void;
}

/** Saves before the user leaves and asks only if that fails. Closing the tab shows the browser's prompt. */
export function useUnsavedChangesGuard(draft: Draft, flush: () => void) {
  const canLeave = useRef(false);
  const [pendingLeave, setPendingLeave] = useState<Leave | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges(draft) && !canLeave.current && currentLocation.pathname !== nextLocation.pathname,
  );

  async function saveAndLeave(leave: Leave) {
    flush();
    const saved = await draft.flush();
    if (saved.ok) leave.proceed();
    else setPendingLeave(leave);
  }

  const onBlocked = useEffectEvent(saveAndLeave);
  useEffect(() => {
    if (blocker.state === 'blocked') void onBlocked({ proceed: blocker.proceed, stay: blocker.reset });
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
    const proceed = () => {
      canLeave.current = true;
      location.assign(to);
    };
    void saveAndLeave({ proceed, stay: () => undefined });
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
    leave() {
      canLeave.current = true;
      setPendingLeave(null);
      pendingLeave?.proceed();
    },
    tryAgain() {
      setPendingLeave(null);
      if (pendingLeave) void saveAndLeave(pendingLeave);
    },
    stay() {
      setPendingLeave(null);
      pendingLeave?.stay();
    },
  };
}

export function UnsavedChangesDialog({ guard }: { guard: ReturnType<typeof useUnsavedChangesGuard> }) {
  const t = useTranslator();
  if (!guard.isConfirming) return null;
  return (
    <Dialog title={t('admin.editor.leave.title')} onClose={guard.stay}>
      <p className="mt-2 text-pretty text-muted">{t('admin.editor.leave.text')}</p>
      <div className="mt-6 grid gap-3">
        <Button onClick={guard.stay}>{t('admin.editor.leave.stay')}</Button>
        <Button variant="quiet" onClick={guard.tryAgain}>
          {t('admin.editor.leave.save')}
        </Button>
        <Button variant="quiet" onClick={guard.leave}>
          {t('admin.editor.leave.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
