import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onEnd` after it has been running for `durationMs` in total. */
export function useTimeout(isRunning: boolean, durationMs: number, onEnd: () => void): void {
  const end = useEffectEvent(onEnd);
  const remainingMs = useRef(durationMs);
  useEffect(() => {
    if (!isRunning) return;
    const start = Date.now();
    const timer = setTimeout(() => end(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - start;
    };
  }, [isRunning]);
}
