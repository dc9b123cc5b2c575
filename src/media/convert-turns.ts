import type { ConversionLimits } from './contract.ts';

export interface Turns {
  /** Gives what ends the turn, or null where the line is full, the wait too long or the signal aborted. */
  take(signal: AbortSignal): Promise<(() => void) | null>;
}

/** A few at the same time, a few more in line behind them, first come first served. */
export function createTurns({
  atOnce,
  waiting,
  waitMs,
}: Pick<ConversionLimits, 'atOnce' | 'waiting' | 'waitMs'>): Turns {
  const line: (() => void)[] = [];
  let underWay = 0;

  const end = () => {
    const next = line.shift();
    if (next) next();
    else underWay -= 1;
  };
  /** May be called twice. */
  const begun = () => {
    let isOver = false;
    return () => {
      if (!isOver) end();
      isOver = true;
    };
  };

  return {
    async take(signal) {
      if (signal.aborted) return null;
      if (underWay < atOnce) {
        underWay += 1;
        return begun();
      }
      if (line.length >= waiting) return null;
      return new Promise((resolve) => {
        const settle = (ending: (() => void) | null) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          resolve(ending);
        };
        const come = () => settle(begun());
        const giveUp = () => {
          line.splice(line.indexOf(come), 1);
          settle(null);
        };
        const timer = setTimeout(giveUp, waitMs);
        signal.addEventListener('abort', giveUp, { once: true });
        line.push(come);
      });
    },
  };
}
