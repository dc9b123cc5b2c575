import { useEffect } from 'react';
import { type Quality, ticketLifetimeMs } from '#media/contract.ts';
import { renewalLeadMs } from '../contract.ts';

/** Until the next try where one failed; it doubles up to the life of an address. */
const firstPauseMs = 15_000;

/**
 * Renews the addresses shortly before they expire, or as soon as the page is looked at again; where that fails, again
 * and again, at once when the network is back.
 */
export function useRenewal(
  qualities: readonly Quality[],
  renew: (quality: Quality) => Promise<string | null>,
): void {
  useEffect(() => {
    const first = qualities[0];
    if (!first) return;
    let isOver = false;
    let isAsking = false;
    // Something changed during a try, which may fail for what was before: it counts when that try has ended.
    let hasChanged = false;
    let pauseMs = firstPauseMs;
    const renewWhenSeen = async () => {
      if (document.visibilityState !== 'visible') return;
      hasChanged = isAsking;
      if (isAsking) return;
      isAsking = true;
      clearTimeout(timer);
      const isRenewed = (await renew(first)) !== null;
      isAsking = false;
      if (isRenewed || isOver) return;
      if (hasChanged) return void renewWhenSeen();
      timer = setTimeout(renewWhenSeen, pauseMs);
      pauseMs = Math.min(2 * pauseMs, ticketLifetimeMs);
    };
    let timer = setTimeout(() => {
      document.addEventListener('visibilitychange', renewWhenSeen);
      window.addEventListener('online', renewWhenSeen);
      void renewWhenSeen();
    }, ticketLifetimeMs - renewalLeadMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renewWhenSeen);
      window.removeEventListener('online', renewWhenSeen);
    };
  }, [qualities, renew]);
}
