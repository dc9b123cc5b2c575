import { type PointerEvent, useRef } from 'react';
import { toastSwipeThresholdPx } from '../../contract.ts';

/** Less is a press. */
const startPx = { mouse: 2, touch: 10 };

/** Moves the element with a swipe to the right, and calls `onSwipe` at the end of one that is long enough. */
export function useSwipe(onSwipe: () => void) {
  /** `right` and `down` since the press. */
  const swipe = useRef<{ x: number; y: number; isMoving: boolean; right: number; down: number } | null>(null);

  const endSwipe = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    const { isMoving = false, right = 0, down = 0 } = swipe.current ?? {};
    swipe.current = null;
    delete currentTarget.dataset.swipe;
    return isMoving && right > toastSwipeThresholdPx && right > down;
  };
  return {
    onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
      if (button === 0) swipe.current = { x, y, isMoving: false, right: 0, down: 0 };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { clientX, clientY, buttons, pointerId, pointerType, currentTarget } = event;
      if (swipe.current === null) return;
      if (buttons === 0) return void endSwipe(event);
      const { x, y, isMoving } = swipe.current;
      const right = clientX - x;
      const down = Math.abs(clientY - y);
      const start = pointerType === 'touch' ? startPx.touch : startPx.mouse;
      if (!isMoving && (right <= start || right <= down)) {
        if (Math.max(-right, down) > start) swipe.current = null;
        return;
      }
      // The button below it isn't clicked.
      if (!isMoving) currentTarget.setPointerCapture(pointerId);
      swipe.current = { x, y, isMoving: true, right, down };
      currentTarget.dataset.swipe = 'move';
      currentTarget.style.setProperty('--swipe', `${Math.max(0, right)}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (endSwipe(event)) onSwipe();
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void endSwipe(event),
  };
}
