import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RunState } from '#translation/contract.ts';
import { adminApi } from '../../admin-api.ts';
import { followRun, type RunConnection } from './follow-run.ts';
import { isRunFinished } from './run-summary.ts';

/** `onEnd` is called once, if the run was live on this page. */
export function useRun(first: RunState | null, onEnd: (run: RunState) => void) {
  const [run, setRun] = useState(first);
  const [connection, setConnection] = useState<RunConnection>('live');
  const live = useRef(first !== null && !isRunFinished(first) ? first.id : null);

  function applyState(next: RunState): void {
    setRun((before) => (before?.id === next.id && before.change > next.change ? before : next));
    if (!isRunFinished(next)) live.current = next.id;
    else if (live.current === next.id) {
      live.current = null;
      onEnd(next);
    }
  }

  const onState = useEffectEvent(applyState);
  const startFollowing = useEffectEvent(() => {
    if (!run || isRunFinished(run)) return undefined;
    const known = run;
    return followRun(known.id, {
      client: adminApi,
      known,
      onState: (next) => onState(next),
      onConnection: setConnection,
    });
  });
  const followed = run && !isRunFinished(run) ? run.id : null;
  useEffect(() => {
    if (followed === null) return undefined;
    setConnection('live');
    const following = startFollowing();
    const wake = () => following?.wake();
    window.addEventListener('online', wake);
    return () => {
      window.removeEventListener('online', wake);
      following?.stop();
    };
  }, [followed]);

  return { run, connection, applyState, clear: () => setRun(null) };
}
