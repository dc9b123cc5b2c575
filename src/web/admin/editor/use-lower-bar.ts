import { useEffect, useRef } from 'react';

/** While the element is fixed to the lower edge of the window, `--lower-bar` of the page is its height. */
export function useLowerBar<T extends HTMLElement>() {
  const bar = useRef<T>(null);
  useEffect(() => {
    const { current: shown } = bar;
    if (!shown) return;
    const { style } = document.documentElement;
    const measure = () => {
      const isFixed = getComputedStyle(shown).position === 'fixed';
      style.setProperty('--lower-bar', `${isFixed ? shown.offsetHeight : 0}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(shown);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty('--lower-bar');
    };
  }, []);
  return bar;
}
