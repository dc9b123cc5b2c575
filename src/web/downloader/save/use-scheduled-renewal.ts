import { useEffect } from 'react';
import type { Quality } from '#extraction/contract.ts';
import { ticketLifetimeMs } from '#media/contract.ts';
import { renewalLeadMs } from '../../contract.ts';

/** Doubles after each failure, up to the ticket lifetime. */
const firstPauseMs = 15_000;

/** Renews shortly before expiry or once visible again; retries with backoff, and at once when back online. */
export function useScheduledRenewal(
  qualities: readonly Quality[],
  renew: (quality: Quality) => Promise<string | null>,
): void {
  useEffect(() => {
    const first = qualities[0];
    if (!first) return;
    let isStopped = false;
    let isRenewing = false;
    // The network or visibility changed during an attempt: if it fails, retry at once.
    let shouldRetryNow = false;
    let pauseMs = firstPauseMs;
    const renewIfVisible = async () => {
      if (document.visibilityState !== 'visible') return;
      shouldRetryNow = isRenewing;
      if (isRenewing) return;
      isRenewing = true;
      clearTimeout(timer);
      const isRenewed = (await renew(first)) !== null;
      isRenewing = false;
      if (isRenewed || isStopped) return;
      if (shouldRetryNow) return void renewIfVisible();
      timer = setTimeout(renewIfVisible, pauseMs);
      pauseMs = Math.min(2 * pauseMs, ticketLifetimeMs);
    };
    let timer = setTimeout(() => {
      document.addEventListener('visibilitychange', renewIfVisible);
      window.addEventListener('online', renewIfVisible);
      void renewIfVisible();
    }, ticketLifetimeMs - renewalLeadMs);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renewIfVisible);
      window.removeEventListener('online', renewIfVisible);
    };
  }, [qualities, renew]);
}
