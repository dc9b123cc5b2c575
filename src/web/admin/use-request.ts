import { useEffect, useEffectEvent } from 'react';

/** Calls `request` once, and again when `attempt` changes. Aborts it when the component unmounts. */
export function useRequest<T>(
  request: (signal: AbortSignal) => Promise<T>,
  onResult: (result: T) => void,
  attempt: number | string = 0,
): void {
  const start = useEffectEvent(request);
  const finish = useEffectEvent(onResult);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt requests again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    start(signal).then(
      (result) => !signal.aborted && finish(result),
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    return () => controller.abort();
  }, [attempt]);
}
