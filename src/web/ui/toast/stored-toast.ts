import { createSafeStorage } from '../../browser/storage.ts';
import type { ToastContent, ToastTone } from './toast-reducer.ts';

/** A toast that can be stored for the next page of the tab. */
export interface StoredToast {
  title: string;
  description: string;
  tone: ToastTone;
  link: { label: string; path: string } | null;
}

const key = 'unspool.toast';
const storage = createSafeStorage(() => window.sessionStorage);

/** Without storage, the toast is lost. */
export function storeToast(toast: StoredToast): void {
  storage.write(key, JSON.stringify(toast));
}

/** Removes the stored toast. */
export function takeStoredToast(): StoredToast | null {
  const json = storage.read(key);
  if (json === null) return null;
  storage.write(key, null);
  return JSON.parse(json) as StoredToast;
}

export function toToastContent({ link, ...content }: StoredToast): ToastContent {
  if (link === null) return content;
  return { ...content, action: { label: link.label, onPick: () => location.assign(link.path) } };
}
