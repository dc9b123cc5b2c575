import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { RunState, TranslationRuns } from '#translation/contract.ts';

export const eventHeartbeatMs = 25_000;
/** Changes by other processes are seen within this time. */
const pollMs = 1000;

export interface StreamSignals {
  shutdownSignal: AbortSignal;
  /** Checked once a second: a changed role or password ends the session. */
  isStillSignedIn(): Promise<boolean>;
}

export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  schedule(ms: number, call: () => void): () => void;
}

const wallClock: Clock = {
  now: () => performance.now(),
  schedule(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Each event is the whole state. A 204 after the end of a run stops the browser from reconnecting. */
export function sendRunEvents(
  context: Context,
  runs: Pick<TranslationRuns, 'read' | 'readChangeNumber' | 'watch'>,
  run: Pick<RunState, 'id' | 'change' | 'ended_at'>,
  { shutdownSignal, isStillSignedIn }: StreamSignals,
  clock: Clock = wallClock,
): Response {
  const known = Number(context.req.header('last-event-id') ?? -1);
  if (run.ended_at !== null && known === run.change) return context.body(null, 204);
  const { signal } = context.req.raw;
  const response = streamSSE(context, async (stream) => {
    let last = known;
    let heartbeatAt = clock.now() + eventHeartbeatMs;
    let isEnded = false;
    let wake: () => void = () => undefined;
    let isChanged = true;
    let sessionCheckedAt = clock.now();
    const stopWatching = runs.watch(run.id, () => {
      isChanged = true;
      wake();
    });
    stream.onAbort(() => wake());
    const onShutdown = () => wake();
    shutdownSignal.addEventListener('abort', onShutdown);
    try {
      // At shutdown the browser reconnects, to another process or to the restarted one.
      while (!isEnded && !stream.aborted && !signal.aborted && !shutdownSignal.aborted) {
        isChanged = false;
        if (clock.now() - sessionCheckedAt >= pollMs) {
          if (!(await isStillSignedIn())) break;
          sessionCheckedAt = clock.now();
        }
        const change = await runs.readChangeNumber(run.id);
        if (change === null) break;
        if (change !== last) {
          const state = await runs.read(run.id);
          if (!state) break;
          last = state.change;
          await stream.writeSSE({ event: 'run', id: String(state.change), data: JSON.stringify(state) });
          isEnded = state.ended_at !== null;
          heartbeatAt = clock.now() + eventHeartbeatMs;
        } else if (clock.now() >= heartbeatAt) {
          await stream.write(': alive\n\n');
          heartbeatAt = clock.now() + eventHeartbeatMs;
        }
        if (!isChanged && !isEnded) await pause();
      }
    } finally {
      stopWatching();
      shutdownSignal.removeEventListener('abort', onShutdown);
    }

    function pause(): Promise<void> {
      return new Promise((resolve) => {
        const stop = clock.schedule(pollMs, resolve);
        wake = () => {
          stop();
          resolve();
        };
      });
    }
  });
  response.headers.set('cache-control', 'private, no-store');
  // Keeps nginx from buffering the stream.
  response.headers.set('x-accel-buffering', 'no');
  return response;
}
