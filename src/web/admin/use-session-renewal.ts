import { useEffect } from 'react';
import { sessionCheckMs, sessionRenewalChecks } from '../contract.ts';

/** Renews the session shortly before it expires and retries at the next check. Returns a stop function. */
export function startSessionRenewal(initialExpiry: number): () => void {
  let expiresAt = initialExpiry;
  const timer = setInterval(async () => {
    if (expiresAt - Date.now() > sessionRenewalChecks * sessionCheckMs) return;
    const response = await fetch('/api/accounts/session/renew', { method: 'POST' }).catch(offline);
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
  useEffect(() => startSessionRenewal(expiresAt), [expiresAt]);
}
