import { type RefObject, useLayoutEffect } from 'react';
import type { Toast } from './toast-reducer.ts';

/** Sets `--to-bar` to the way of an open toast from the lower edge to the bar, which is not always at that edge. */
export function usePlaceAboveBar(viewport: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  useLayoutEffect(() => {
    if (!toasts.some(({ isOpen }) => isOpen)) return;
    const place = () => {
      const bar = document.querySelector('.action-bar')?.getBoundingClientRect();
      const distance = bar && bar.bottom > 0 ? Math.max(0, window.innerHeight - bar.top) : 0;
      const height = viewport.current?.offsetHeight ?? 0;
      // Below a bar that is too close to the upper edge.
      const isRoom = bar !== undefined && bar.top - height >= upperBarPx;
      viewport.current?.style.setProperty('--to-bar', `${isRoom ? -distance : 0}px`);
    };
    place();
    const controller = new AbortController();
    const { signal } = controller;
    for (const event of ['scroll', 'resize']) window.addEventListener(event, place, { signal });
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [toasts, viewport]);
}

/** Of the bar above a result. */
const upperBarPx = 72;
