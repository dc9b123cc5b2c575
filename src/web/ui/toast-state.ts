import { toastLimit } from '../contract.ts';

export type ToastTone = 'plain' | 'good' | 'destructive';

export interface ToastContent {
  title: string;
  description: string;
  tone?: ToastTone;
  /** A step back, for as long as the toast is there; it closes with it. */
  action?: { label: string; onPick: () => void };
}

export interface Toast extends ToastContent {
  id: number;
  isOpen: boolean;
}

export type ToastEvent =
  | { type: 'added'; toast: Toast }
  | { type: 'updated'; id: number; content: ToastContent }
  | { type: 'dismissed'; id: number }
  | { type: 'removed'; id: number };

/** Newest first, and no more than the limit: a new toast takes the place of the old one. */
export function reduceToasts(toasts: readonly Toast[], event: ToastEvent): readonly Toast[] {
  switch (event.type) {
    case 'added':
      return [event.toast, ...toasts].slice(0, toastLimit);
    case 'updated':
      return toasts.map((toast) => (toast.id === event.id ? { ...toast, ...event.content } : toast));
    case 'dismissed':
      return toasts.map((toast) => (toast.id === event.id ? { ...toast, isOpen: false } : toast));
    case 'removed':
      return toasts.filter((toast) => toast.id !== event.id);
  }
}
