import { useEffect, useRef } from 'react';

/** Sets the page's `--lower-bar` to the element's height while it stays at the bottom edge. */
export function useBottomBarHeight<T extends HTMLElement>() {
  const bar = useRef<T>(null);
  useEffect(() => {
    const { current: element } = bar;
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () => {
      const staysInView = ['fixed', 'sticky'].includes(getComputedStyle(element).position);
      style.setProperty('--lower-bar', `${staysInView ? element.offsetHeight : 0}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
      style.removeProperty('--lower-bar');
    };
  }, []);
  return bar;
}
