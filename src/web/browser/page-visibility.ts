export interface VisibilityTarget extends EventTarget {
  visibilityState: DocumentVisibilityState;
  /** Only in browsers that prerender pages. */
  prerendering?: boolean;
}

const changes = ['visibilitychange', 'prerenderingchange'];

/**
 * Calls `callback` once, when the page is neither prerendered nor in a background tab. Returns a cancel
 * function. Never calls synchronously, so that React's strict mode can cancel the first of its two effects.
 */
export function whenVisible(page: VisibilityTarget, callback: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer);
    for (const change of changes) page.removeEventListener(change, check);
  };
  const check = () => {
    if (page.prerendering || page.visibilityState !== 'visible') return;
    cancel();
    callback();
  };
  const timer = setTimeout(check);
  for (const change of changes) page.addEventListener(change, check);
  return cancel;
}
