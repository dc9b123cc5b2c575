import type { ExtractionResult } from '#threads/contract.ts';

/** Busy answers in a row, of whatever link, after which nothing more is asked. */
const maxInRow = 3;
/** Of one link. */
const maxAsks = 2;

/** How a Threads that is busy is asked: not before the time it named is over, and not for ever. */
export interface Patience {
  /** Asks, and after a wait once more; null where the command was interrupted. */
  ask(read: () => Promise<ExtractionResult | null>): Promise<ExtractionResult | null>;
  /** Whether it has been busy so often that asking on makes it worse. */
  isOver(): boolean;
}

/**
 * @param waitSeconds the longest wait at a time
 * @param rest false where it was interrupted
 */
export function createPatience(waitSeconds: number, rest: (seconds: number) => Promise<boolean>): Patience {
  let inRow = 0;
  let askedSeconds = 0;
  return {
    isOver: () => inRow >= maxInRow,
    async ask(read) {
      for (let asks = 1; ; asks += 1) {
        const seconds = Math.min(askedSeconds, waitSeconds);
        if (inRow > 0 && seconds > 0 && !(await rest(seconds))) return null;
        const answer = await read();
        const isBusy = answer?.ok === false && answer.error.code === 'upstream.busy';
        inRow = isBusy ? inRow + 1 : 0;
        askedSeconds = isBusy ? (answer.error.retryAfterSeconds ?? 0) : 0;
        if (!isBusy || asks === maxAsks || inRow >= maxInRow) return answer;
      }
    },
  };
}
