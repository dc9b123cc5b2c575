import { useEffect, useEffectEvent } from 'react';

/** Calls the handler of the last render. */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  handler: (event: WindowEventMap[Type]) => void,
  { capture = false } = {},
): void {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const listen = (event: WindowEventMap[Type]) => handle(event);
    window.addEventListener(type, listen, { capture });
    return () => window.removeEventListener(type, listen, { capture });
  }, [type, capture]);
}
