import { useSyncExternalStore } from 'react';
import { createDeviceMemory, type DeviceMemory, type Memory } from './device-memory.ts';
import { guardStorage } from './device-storage.ts';
import { standardSettings } from './kept-shapes.ts';

/** One for the page; the server makes it too and never asks it anything. */
export const deviceMemory: DeviceMemory = createDeviceMemory(
  guardStorage(() => globalThis.localStorage),
  Date.now,
);

const onServer: Memory = { settings: standardSettings, posts: [], fault: null };

function subscribe(listener: () => void): () => void {
  const stop = deviceMemory.onChange(listener);
  window.addEventListener('storage', deviceMemory.lookAgain);
  return () => {
    stop();
    window.removeEventListener('storage', deviceMemory.lookAgain);
  };
}

/** What this device remembers, as it is now. */
export function useDeviceMemory(): Memory {
  return useSyncExternalStore(subscribe, deviceMemory.read, () => onServer);
}
