import { useEffect } from 'react';
import { sessionCheckMs, sessionRenewalChecks } from '../contract.ts';

/** Renews the session shortly before it expires and retries at the next check. Returns a stop function. */
export function startSessionRenewal(options: {
  expiresAt: number;
  now: () => number;
  fetch: (path: string, init: RequestInit) => Promise<Response>;
}): () => void {
  let { expiresAt } = options;
  const timer = setInterval(async () => {
    if (expiresAt - options.now() > sessionRenewalChecks * sessionCheckMs) return;
    const response = await options.fetch('/api/accounts/session/renew', { method: 'POST' }).catch(offline);
    if (response?.ok) expiresAt = ((await response.json()) as { expiresAt: number }).expiresAt;
  }, sessionCheckMs);
  return () => clearInterval(timer);
}

/** `fetch` throws TypeError if there is no response. */
function offline(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}

/** Renews the session while the page is open. `expiresAt` is in milliseconds since 1970. */
export function useSessionRenewal(expiresAt: number): void {
  useEffect(
    () => startSessionRenewal({ expiresAt, now: Date.now, fetch: (path, init) => fetch(path, init) }),
    [expiresAt],
  );
}
