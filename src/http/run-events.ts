import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { RunState, TranslationRuns } from '#assistant/contract.ts';

/** As often as the card's connection is to be kept alive. */
export const heartbeatMs = 25_000;
/** What another process changes is seen so late at most. */
const lookMs = 1000;

/** What ends a stream before its run. */
export interface StreamEnd {
  /** The process ends. */
  ending: AbortSignal;
  /** Who watches: asked once a second, since a session ends with a role or a password. */
  isStillSignedIn(): Promise<boolean>;
}

export interface RunClock {
  /** Milliseconds that have passed. */
  now(): number;
  /** Calls that once, so many milliseconds later; gives what stops it. */
  later(ms: number, call: () => void): () => void;
}

const wallClock: RunClock = {
  now: () => performance.now(),
  later(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * A run as it goes on: each event is its whole state, with the number of its last change. Who comes again with that
 * number (`Last-Event-ID`) gets what is newer; 204, so that no browser comes again, where the run has ended and all is
 * known.
 */
export function sendRunEvents(
  context: Context,
  runs: Pick<TranslationRuns, 'open' | 'changeOf' | 'watch'>,
  run: Pick<RunState, 'id' | 'change' | 'ended_at'>,
  { ending, isStillSignedIn }: StreamEnd,
  clock: RunClock = wallClock,
): Response {
  const known = Number(context.req.header('last-event-id') ?? -1);
  if (run.ended_at !== null && known === run.change) return context.body(null, 204);
  const { signal } = context.req.raw;
  const response = streamSSE(context, async (stream) => {
    let last = known;
    let beatAt = clock.now() + heartbeatMs;
    let isEnded = false;
    let wake: () => void = () => undefined;
    let isChanged = true;
    let askedAt = clock.now();
    const stopWatching = runs.watch(run.id, () => {
      isChanged = true;
      wake();
    });
    stream.onAbort(() => wake());
    const onEnding = () => wake();
    ending.addEventListener('abort', onEnding);
    try {
      // The process ends before the run does: the card comes again, and finds another or the same one anew.
      while (!isEnded && !stream.aborted && !signal.aborted && !ending.aborted) {
        isChanged = false;
        if (clock.now() - askedAt >= lookMs) {
          if (!(await isStillSignedIn())) break;
          askedAt = clock.now();
        }
        const change = await runs.changeOf(run.id);
        if (change === null) break;
        if (change !== last) {
          const state = await runs.open(run.id);
          if (!state) break;
          last = state.change;
          await stream.writeSSE({ event: 'run', id: String(state.change), data: JSON.stringify(state) });
          isEnded = state.ended_at !== null;
          beatAt = clock.now() + heartbeatMs;
        } else if (clock.now() >= beatAt) {
          await stream.write(': alive\n\n');
          beatAt = clock.now() + heartbeatMs;
        }
        if (!isChanged && !isEnded) await pause();
      }
    } finally {
      stopWatching();
      ending.removeEventListener('abort', onEnding);
    }

    function pause(): Promise<void> {
      return new Promise((resolve) => {
        const stop = clock.later(lookMs, resolve);
        wake = () => {
          stop();
          resolve();
        };
      });
    }
  });
  response.headers.set('cache-control', 'private, no-store');
  // A proxy that holds an answer back until it is whole would end the streaming.
  response.headers.set('x-accel-buffering', 'no');
  return response;
}
