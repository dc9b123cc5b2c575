import { useEffect } from 'react';
import { serviceWorkerPath } from '../../contract.ts';

export function useOfflineHome(path: string): void {
  useEffect(() => {
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
    // Not every browser has requestIdleCallback.
    const wait = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, idleDelayMs));
    const cancel = window.cancelIdleCallback ?? clearTimeout;
    const handle = wait(() => void cacheHomePage(path));
    return () => cancel(handle);
  }, [path]);
}

const idleDelayMs = 2000;

async function cacheHomePage(path: string): Promise<void> {
  try {
    await navigator.serviceWorker.register(serviceWorkerPath);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(path);
  } catch {
    // Storage is disabled or full: the page works, but not offline.
  }
}
