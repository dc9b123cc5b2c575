import { useEffect } from 'react';
import { keepSession } from './keep-session.ts';

/** While the page is open, its session does not end. `expiresAt`: milliseconds since 1970. */
export function useKeptSession(expiresAt: number): void {
  useEffect(
    () => keepSession({ expiresAt, now: Date.now, fetch: (path, init) => fetch(path, init) }),
    [expiresAt],
  );
}
