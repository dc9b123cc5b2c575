import * as RadixToast from '@radix-ui/react-toast';
import X from 'lucide-react/icons/x';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { toastActionDurationMs, toastDurationMs, toastSwipeThresholdPx } from '../../contract.ts';
import { useTranslator } from '../../translator.tsx';
import type { ToastPlacement } from './toast-provider.tsx';
import type { Toast, ToastTone } from './toast-reducer.ts';
import { usePlaceAboveBar } from './use-place-above-bar.ts';

/** Returns a function that moves the focus from the toasts back to the last focused element outside them. */
function useReturnFocus(viewport: RefObject<HTMLElement | null>): () => void {
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
  const returnFocus = useReturnFocus(viewport);
  usePlaceAboveBar(viewport, toasts);
  return (
    <RadixToast.Provider
      label={t('toast.label')}
      swipeThreshold={toastSwipeThresholdPx}
      swipeDirection="right"
    >
      {toasts.map(({ id, isOpen, title, description, tone = 'plain', action }) => (
        <RadixToast.Root
          key={id}
          type="background"
          duration={action ? toastActionDurationMs : toastDurationMs}
          open={isOpen}
          onOpenChange={(open) => {
            if (open) return;
            returnFocus();
            onDismiss(id);
          }}
          className={`toast flex items-start gap-3 rounded-2xl border-2 p-(--toast-padding) px-4 shadow-lg ${tones[tone]}`}
        >
          <div className="min-w-0 grow">
            <RadixToast.Title className="font-semibold">{title}</RadixToast.Title>
            <RadixToast.Description className="mt-0.5 text-sm leading-tight text-pretty text-muted">
              {description}
            </RadixToast.Description>
          </div>
          {action && (
            <RadixToast.Action
              altText={action.label}
              onClick={action.onPick}
              className="-my-1.5 min-h-11 cursor-pointer rounded-lg px-2 font-semibold text-accent hover:underline"
            >
              {action.label}
            </RadixToast.Action>
          )}
          <RadixToast.Close
            aria-label={t('action.close')}
            className="-m-1.5 cursor-pointer rounded-lg p-2.5 text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport
        ref={viewport}
        label={t('toast.region', { hotkey: 'F8' })}
        className={`pointer-events-none fixed inset-x-0 z-20 mx-auto w-full max-w-md list-none outline-none ${placements[placement]}`}
      />
    </RadixToast.Provider>
  );
}
