import { useEffect } from 'react';

/** Tells tests and measurements that the page's scripts are running. */
export function useHydrationMark(): void {
  useEffect(() => void performance.mark('hydrated'), []);
}
