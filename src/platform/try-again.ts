import { setTimeout as pause } from 'node:timers/promises';
import type { ModelFailure } from './model-error.ts';
import type { Result } from './result.ts';

export interface Tries {
  /** The first pause; each further one is twice as long, and as much as half of it is left to chance. */
  pauseMs: number;
  retryAfterMaxMs: number;
  random: () => number;
  signal: AbortSignal;
  /** Whether another try is within the budget of all calls. */
  mayTake: () => boolean;
}

const triesMax = 3;

/** Runs again, at most twice, what failed and may be run again, as long as `signal` lasts. */
export async function tryAgain<R extends Result<unknown, ModelFailure>>(
  { pauseMs, retryAfterMaxMs, random, signal, mayTake }: Tries,
  run: () => Promise<{ outcome: R; mayRetry: boolean }>,
): Promise<R[]> {
  const outcomes: R[] = [];
  for (;;) {
    const { outcome, mayRetry } = await run();
    outcomes.push(outcome);
    if (outcome.ok || !mayRetry || outcomes.length === triesMax || signal.aborted) return outcomes;
    if (!['model.busy', 'model.unreachable'].includes(outcome.error.code)) return outcomes;
    const asked = (outcome.error.retryAfterSeconds ?? 0) * 1000;
    if (asked > retryAfterMaxMs || !mayTake()) return outcomes;
    const own = pauseMs * 2 ** (outcomes.length - 1) * (0.5 + random() / 2);
    await pause(Math.max(asked, own), undefined, { signal }).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
    });
    if (signal.aborted) return outcomes;
  }
}
