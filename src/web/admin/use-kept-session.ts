import { useEffect } from 'react';
import { startSessionRenewal } from './keep-session.ts';

/** Renews the session while the page is open. `expiresAt` is in milliseconds since 1970. */
export function useSessionRenewal(expiresAt: number): void {
  useEffect(
    () => startSessionRenewal({ expiresAt, now: Date.now, fetch: (path, init) => fetch(path, init) }),
    [expiresAt],
  );
}
