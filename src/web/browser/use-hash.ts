import { useEffect, useState } from 'react';

/** The hash of the page's address, or ''. Setting it makes a step in the history and scrolls nothing. */
export function useHash(): [string, (hash: string, options?: { replace?: boolean }) => void] {
  const [hash, setHash] = useState(() => (import.meta.env.SSR ? '' : window.location.hash));
  useEffect(() => {
    const readHash = () => setHash(window.location.hash);
    window.addEventListener('popstate', readHash);
    return () => window.removeEventListener('popstate', readHash);
  }, []);

  function changeHash(hash: string, { replace = false } = {}): void {
    const { history, location } = window;
    const url = location.pathname + hash;
    if (replace) history.replaceState(history.state, '', url);
    else history.pushState(history.state, '', url);
    setHash(hash);
  }
  return [hash, changeHash];
}
