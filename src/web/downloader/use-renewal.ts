import { useEffect } from 'react';
import { type Quality, ticketLifetimeMs } from '#media/contract.ts';
import { renewalLeadMs } from '../contract.ts';

/** Renews the addresses shortly before they expire, or as soon as the page is looked at again. */
export function useRenewal(
  qualities: readonly Quality[],
  renew: (quality: Quality) => Promise<unknown>,
): void {
  useEffect(() => {
    const first = qualities[0];
    if (!first) return;
    const renewWhenSeen = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', renewWhenSeen);
      void renew(first);
    };
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', renewWhenSeen);
      renewWhenSeen();
    }, ticketLifetimeMs - renewalLeadMs);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renewWhenSeen);
    };
  }, [qualities, renew]);
}
