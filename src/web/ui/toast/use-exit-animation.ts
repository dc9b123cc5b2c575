import { type RefObject, useLayoutEffect, useState } from 'react';

/** True once a closed element has ended its animations, if it has any. */
export function useExitAnimation(element: RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [isGone, setIsGone] = useState(false);
  useLayoutEffect(() => {
    if (isOpen) return;
    const animations = element.current?.getAnimations() ?? [];
    void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => setIsGone(true));
  }, [element, isOpen]);
  return isGone;
}
