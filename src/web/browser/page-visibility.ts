export interface VisibilityTarget extends EventTarget {
  visibilityState: DocumentVisibilityState;
  prerendering?: boolean;
}

const changes = ['visibilitychange', 'prerenderingchange'];

/** Runs `callback` once, when the page is neither prerendered nor hidden. Returns a cancel function. */
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
  // Never synchronous, so that React's strict mode can cancel the first of its two effects.
  const timer = setTimeout(check);
  for (const change of changes) page.addEventListener(change, check);
  return cancel;
}
