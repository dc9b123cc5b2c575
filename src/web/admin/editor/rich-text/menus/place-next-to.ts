import { posToDOMRect } from '@tiptap/core';
import type { EditorView } from '@tiptap/pm/view';
import { useLayoutEffect } from 'react';

/** Calls `place` after each render, and whenever something scrolls or the window changes its size. */
export function usePlacement(place: () => void): void {
  useLayoutEffect(() => {
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  });
}

const gap = 8;

interface Placement {
  side?: 'above' | 'below';
  /** Covers the range rather than leave the window. */
  staysInWindow?: boolean;
}

/** Moves a fixed element next to the range. Returns whether the range is in the window. */
export function placeNextTo(
  view: EditorView,
  { from, to }: { from: number; to: number },
  element: HTMLElement,
  { side = 'above', staysInWindow = false }: Placement = {},
): boolean {
  const { top, bottom, left, right } = posToDOMRect(view, from, to);
  const { width, height } = element.getBoundingClientRect();
  const frame = view.dom.getBoundingClientRect();
  const viewHeight = window.visualViewport?.height ?? window.innerHeight;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const above = top - height - gap;
  // Room for the handles below the selected words.
  const below = bottom + (isTouch ? 3 * gap : gap);
  const fitsAbove = above >= gap;
  const fitsBelow = below + height + gap <= viewHeight;
  const preferred =
    side === 'below' ? (fitsBelow || !fitsAbove ? below : above) : fitsAbove || !fitsBelow ? above : below;
  const style = getComputedStyle(document.documentElement);
  const lowerBar = Number.parseFloat(style.getPropertyValue('--lower-bar')) || 0;
  const lowest = viewHeight - lowerBar - height - gap;
  const y = staysInWindow ? Math.max(gap, Math.min(preferred, lowest)) : preferred;
  const centered = Math.max((left + right - width) / 2, staysInWindow ? frame.left + gap : gap);
  const x = Math.max(gap, Math.min(centered, frame.right - width - gap));
  element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  return bottom >= 0 && top <= viewHeight;
}
