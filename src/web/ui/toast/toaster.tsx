import X from 'lucide-react/icons/x';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWindowEvent } from '../../browser/use-window-event.ts';
import { toastActionDurationMs, toastDurationMs } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import { ToastAnnouncement } from './toast-announcement.tsx';
import type { ToastPlacement } from './toast-provider.tsx';
import type { Toast, ToastTone } from './toast-reducer.ts';
import { useExitAnimation } from './use-exit-animation.ts';
import { usePlaceAboveBar } from './use-place-above-bar.ts';
import { useSwipe } from './use-swipe.ts';
import { useTimeout } from './use-timeout.ts';

/**
 * Returns a function that moves the focus from the toasts back to the last focused element outside them. It also
 * runs when a toast that has the focus closes or is replaced.
 */
function useReturnFocus(viewport: RefObject<HTMLElement | null>, openId: number | undefined): () => void {
  const outside = useRef<HTMLElement | null>(null);
  /** Still true after the focused element was removed. */
  const isInside = useRef(false);
  useEffect(() => {
    const trackFocus = () => {
      const active = document.activeElement;
      isInside.current = viewport.current?.contains(active) === true;
      if (active instanceof HTMLElement && active !== document.body && !isInside.current)
        outside.current = active;
    };
    trackFocus();
    document.addEventListener('focusin', trackFocus);
    return () => document.removeEventListener('focusin', trackFocus);
  }, [viewport]);

  const returnFocus = useCallback(() => {
    if (isInside.current) outside.current?.focus({ preventScroll: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast with this ID may have replaced the focused one.
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (active !== viewport.current && !findOpenToast(viewport)?.contains(active)) returnFocus();
  }, [openId, returnFocus, viewport]);
  return returnFocus;
}

const findOpenToast = (viewport: RefObject<HTMLElement | null>) =>
  viewport.current?.querySelector('[data-state="open"]');

const tones = {
  plain: 'border-line bg-surface',
  good: 'border-good bg-surface',
  destructive: 'border-accent bg-tint',
} as const satisfies Record<ToastTone, string>;

const placements = {
  start:
    'top-0 p-1 max-md:[:root:has(.action-bar)_&]:top-auto max-md:[:root:has(.action-bar)_&]:bottom-0 max-md:[:root:has(.action-bar)_&]:[translate:0_var(--to-bar,0)] md:ms-0 xl:mx-auto [--toast-padding:--spacing(2)]',
  bottom: 'bottom-(--lower-bar,0px) p-4 md:me-0 [--toast-padding:--spacing(4)]',
} as const satisfies Record<ToastPlacement, string>;

export function Toaster({
  toasts,
  placement,
  onDismiss,
}: {
  toasts: readonly Toast[];
  placement: ToastPlacement;
  onDismiss: (id: number) => void;
}) {
  const t = useTranslator();
  const viewport = useRef<HTMLOListElement>(null);
  const [isPaused, setIsPaused] = useState(false);
  const openToast = toasts.find(({ isOpen }) => isOpen);
  const openId = openToast?.id;
  const returnFocus = useReturnFocus(viewport, openId);
  usePlaceAboveBar(viewport, toasts);
  // No event says that an element with the pointer or the focus was removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each toast.
  useLayoutEffect(() => {
    const isInUse = findOpenToast(viewport)?.matches(':hover, :focus-within') === true;
    setIsPaused(isInUse || !document.hasFocus());
  }, [openId]);
  useWindowEvent('blur', () => setIsPaused(true));
  useWindowEvent('focus', () => setIsPaused(false));

  const close = (id: number) => {
    if (id !== openId) return;
    returnFocus();
    onDismiss(id);
  };
  useWindowEvent(
    'keydown',
    ({ key }) => {
      if (!openToast) return;
      if (key === 'F8') viewport.current?.focus();
      if (key === 'Escape') close(openToast.id);
    },
    { capture: true },
  );
  const pause = () => setIsPaused(openToast !== undefined);
  const hasFocus = () => viewport.current?.contains(document.activeElement) === true;
  return (
    <section aria-label={t('toast.region', { hotkey: 'F8' })}>
      <ol
        ref={viewport}
        tabIndex={-1}
        onFocus={() => setIsPaused(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setIsPaused(false);
        }}
        // The one event of a pointer that rests where a toast appears.
        onPointerOver={pause}
        onPointerMove={pause}
        onPointerLeave={() => setIsPaused(hasFocus())}
        className={`pointer-events-none fixed inset-x-0 z-20 mx-auto w-full max-w-md list-none outline-none ${placements[placement]}`}
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} isPaused={isPaused} onClose={() => close(toast.id)} />
        ))}
      </ol>
      {openToast && (
        <ToastAnnouncement
          key={openToast.id}
          text={[t('toast.label'), openToast.title, openToast.description, openToast.action?.label]
            .filter(Boolean)
            .join(' ')}
        />
      )}
    </section>
  );
}

function ToastItem({
  toast: { isOpen, title, description, tone = 'plain', action },
  isPaused,
  onClose,
}: {
  toast: Toast;
  isPaused: boolean;
  onClose: () => void;
}) {
  const t = useTranslator();
  const item = useRef<HTMLLIElement>(null);
  const isGone = useExitAnimation(item, isOpen);
  useTimeout(isOpen && !isPaused, action ? toastActionDurationMs : toastDurationMs, onClose);
  const swipe = useSwipe(onClose);
  if (isGone) return null;
  return (
    <li
      ref={item}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the first stop after the key that leads to the toasts.
      tabIndex={0}
      data-state={isOpen ? 'open' : 'closed'}
      {...swipe}
      className={`toast flex touch-none items-start gap-3 rounded-2xl border-2 p-(--toast-padding) px-4 shadow-lg select-none ${tones[tone]}`}
    >
      <div className="min-w-0 grow">
        <div className="font-semibold">{title}</div>
        <div className="mt-0.5 text-sm leading-tight text-pretty text-muted">{description}</div>
      </div>
      {action && (
        <button
          type="button"
          onClick={() => {
            if (!isOpen) return;
            action.onPick();
            onClose();
          }}
          className="-my-1.5 min-h-11 cursor-pointer rounded-lg px-2 font-semibold text-accent hover:underline"
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('action.close')}
        onClick={onClose}
        className="-m-1.5 cursor-pointer rounded-lg p-2.5 text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
