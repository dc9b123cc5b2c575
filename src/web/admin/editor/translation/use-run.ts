import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RunState } from '#assistant/contract.ts';
import { deskClient } from '../../desk-client.ts';
import { followRun, type RunLink } from './follow-run.ts';
import { isOver } from './run-view.ts';

/** A run as it goes on, from what is known of it. `onEnd`: once, where it was seen live here. */
export function useRun(first: RunState | null, onEnd: (run: RunState) => void) {
  const [run, setRun] = useState(first);
  const [link, setLink] = useState<RunLink>('live');
  const live = useRef(first !== null && !isOver(first) ? first.id : null);

  function take(next: RunState): void {
    setRun((before) => (before?.id === next.id && before.change > next.change ? before : next));
    if (!isOver(next)) live.current = next.id;
    else if (live.current === next.id) {
      live.current = null;
      onEnd(next);
    }
  }

  const onState = useEffectEvent(take);
  const startFollowing = useEffectEvent(() => {
    if (!run || isOver(run)) return undefined;
    const known = run;
    return followRun(known.id, {
      client: deskClient,
      known,
      onState: (next) => onState(next),
      onLink: setLink,
    });
  });
  const followed = run && !isOver(run) ? run.id : null;
  useEffect(() => {
    if (followed === null) return undefined;
    setLink('live');
    const following = startFollowing();
    const wake = () => following?.wake();
    window.addEventListener('online', wake);
    return () => {
      window.removeEventListener('online', wake);
      following?.stop();
    };
  }, [followed]);

  return { run, link, take, forget: () => setRun(null) };
}
