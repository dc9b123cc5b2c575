export interface Turns {
  /** Gives what ends the turn; null where too many wait already or who asks has left. */
  enter(signal: AbortSignal): Promise<(() => void) | null>;
}

/** Lets `atOnce` work at the same time; the others wait in the order they came. */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  let working = 0;
  const waiting = new Set<() => void>();

  /** The turn goes over to who waits longest, so that nobody slips in between. */
  function leave(): void {
    const [next] = waiting;
    if (!next) working -= 1;
    next?.();
  }

  function leaveOnce(): () => void {
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  }

  return {
    async enter(signal) {
      if (signal.aborted) return null;
      if (working < atOnce) {
        working += 1;
        return leaveOnce();
      }
      if (waiting.size >= waitingMax) return null;
      const hasTurn = await new Promise<boolean>((resolve) => {
        const onAbort = () => {
          waiting.delete(onTurn);
          resolve(false);
        };
        const onTurn = () => {
          waiting.delete(onTurn);
          signal.removeEventListener('abort', onAbort);
          resolve(true);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(onTurn);
      });
      return hasTurn ? leaveOnce() : null;
    },
  };
}
