import { toastLimit } from '../../contract.ts';

export type ToastTone = 'plain' | 'good' | 'destructive';

export interface ToastContent {
  title: string;
  description: string;
  tone?: ToastTone;
  /** Clicking it closes the toast. */
  action?: { label: string; onPick: () => void };
}

export interface Toast extends ToastContent {
  id: number;
  isOpen: boolean;
}

type ToastEvent =
  | { type: 'added'; toast: Toast }
  | { type: 'dismissed'; id: number }
  | { type: 'removed'; id: number };

/** Newest first, at most `toastLimit`. */
export function toastReducer(toasts: readonly Toast[], event: ToastEvent): readonly Toast[] {
  switch (event.type) {
    case 'added':
      return [event.toast, ...toasts].slice(0, toastLimit);
    case 'dismissed':
      return toasts.map((toast) => (toast.id === event.id ? { ...toast, isOpen: false } : toast));
    case 'removed':
      return toasts.filter((toast) => toast.id !== event.id);
  }
}
