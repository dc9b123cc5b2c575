import { type PointerEvent, useRef } from 'react';
import { toastSwipeThresholdPx } from '../../contract.ts';

/** Less is a press. */
const startPx = { mouse: 2, touch: 10 };

/** Moves the element with a swipe to the right, and calls `onSwipe` at the end of one that is long enough. */
export function useSwipe(onSwipe: () => void) {
  const swipe = useRef<{ x: number; y: number; distance: number | null } | null>(null);

  const endSwipe = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    const distance = swipe.current?.distance ?? 0;
    swipe.current = null;
    delete currentTarget.dataset.swipe;
    return distance;
  };
  return {
    onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
      if (button === 0) swipe.current = { x, y, distance: null };
    },
    onPointerMove({ clientX, clientY, pointerId, pointerType, currentTarget }: PointerEvent<HTMLElement>) {
      if (swipe.current === null) return;
      const { x, y, distance } = swipe.current;
      const start = pointerType === 'touch' ? startPx.touch : startPx.mouse;
      if (distance === null && clientX - x <= start) {
        if (Math.max(x - clientX, Math.abs(clientY - y)) > start) swipe.current = null;
        return;
      }
      // The button below it isn't clicked.
      if (distance === null) currentTarget.setPointerCapture(pointerId);
      swipe.current.distance = Math.max(0, clientX - x);
      currentTarget.dataset.swipe = 'move';
      currentTarget.style.setProperty('--swipe', `${swipe.current.distance}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (endSwipe(event) > toastSwipeThresholdPx) onSwipe();
    },
    onPointerCancel: endSwipe,
  };
}
