/** The part of a document that tells whether somebody looks at it. */
export interface SeenPage extends EventTarget {
  visibilityState: DocumentVisibilityState;
  /** Only where the browser renders pages ahead of a visit. */
  prerendering?: boolean;
}

const changes = ['visibilitychange', 'prerenderingchange'];

/**
 * Calls `act` once, as soon as the page is before somebody: neither rendered ahead nor in a tab behind. Gives what
 * calls it off. Never calls at once, so that whoever calls off in the same breath has nothing done.
 */
export function whenSeen(page: SeenPage, act: () => void): () => void {
  const callOff = () => {
    clearTimeout(timer);
    for (const change of changes) page.removeEventListener(change, look);
  };
  const look = () => {
    if (page.prerendering || page.visibilityState !== 'visible') return;
    callOff();
    act();
  };
  const timer = setTimeout(look);
  for (const change of changes) page.addEventListener(change, look);
  return callOff;
}
