import { useSyncExternalStore } from 'react';
import { createSafeStorage } from '../../browser/storage.ts';
import { defaultSettings } from './settings-schema.ts';
import { createSettingsStore, type SettingsState, type SettingsStore } from './settings-store.ts';

/** One per page. The server creates one too, but never reads it. */
export const settingsStore: SettingsStore = createSettingsStore(
  createSafeStorage(() => globalThis.localStorage),
  Date.now,
);

const serverState: SettingsState = { settings: defaultSettings, posts: [], storageError: null };

function subscribe(listener: () => void): () => void {
  const stop = settingsStore.onChange(listener);
  window.addEventListener('storage', settingsStore.refresh);
  return () => {
    stop();
    window.removeEventListener('storage', settingsStore.refresh);
  };
}

export function useSettings(): SettingsState {
  return useSyncExternalStore(subscribe, settingsStore.read, () => serverState);
}
