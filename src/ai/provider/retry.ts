import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from '#platform/result.ts';
import type { ModelError } from '../contract.ts';

export interface RetryOptions {
  /** First pause. It doubles with each retry, and up to half of it is random. */
  pauseMs: number;
  retryAfterMaxMs: number;
  random: () => number;
  signal: AbortSignal;
  consumeRetry: () => boolean;
}

const maxAttempts = 3;

export async function retryModelCall<R extends Result<unknown, ModelError>>(
  { pauseMs, retryAfterMaxMs, random, signal, consumeRetry }: RetryOptions,
  run: () => Promise<{ outcome: R; mayRetry: boolean }>,
): Promise<R[]> {
  const outcomes: R[] = [];
  for (;;) {
    const { outcome, mayRetry } = await run();
    outcomes.push(outcome);
    if (outcome.ok || !mayRetry || outcomes.length === maxAttempts || signal.aborted) return outcomes;
    if (!['model.busy', 'model.unreachable'].includes(outcome.error.code)) return outcomes;
    const requestedMs = (outcome.error.retryAfterSeconds ?? 0) * 1000;
    if (requestedMs > retryAfterMaxMs || !consumeRetry()) return outcomes;
    const backoffMs = pauseMs * 2 ** (outcomes.length - 1) * (0.5 + random() / 2);
    await pause(Math.max(requestedMs, backoffMs), undefined, { signal }).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
    });
    if (signal.aborted) return outcomes;
  }
}
