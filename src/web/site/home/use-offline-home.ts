import { useEffect } from 'react';
import { serviceWorkerPath } from '../../contract.ts';

/** Caches the start page for offline use when the browser is idle. */
export function useOfflineHome(path: string): void {
  useEffect(() => {
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
    // Not every browser has requestIdleCallback.
    const wait = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, idleDelayMs));
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
