import { useEffect } from 'react';
import { serviceWorkerPath } from '../contract.ts';

/** Once the page has nothing else to do, it is kept for when there is no network. */
export function useKeptStartPage(path: string): void {
  useEffect(() => {
    if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
    // Not every browser tells when it is idle.
    const wait = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, idleDelayMs));
    const cancel = window.cancelIdleCallback ?? clearTimeout;
    const handle = wait(() => void keep(path));
    return () => cancel(handle);
  }, [path]);
}

const idleDelayMs = 2000;

async function keep(path: string): Promise<void> {
  try {
    await navigator.serviceWorker.register(serviceWorkerPath);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(path);
  } catch {
    // Storage is switched off, or full: then the page is not there without a network, as everywhere else.
  }
}
