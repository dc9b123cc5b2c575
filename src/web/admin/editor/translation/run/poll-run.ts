import type { RunState } from '#translation/contract.ts';
import { runPollLimits } from '../../../../contract.ts';
import type { AdminApi } from '../../../admin-api.ts';

/** Whether updates arrive. `interrupted`: the server doesn't answer as it should. */
export type RunConnection = 'live' | 'interrupted' | 'offline' | 'anonymous' | 'gone';

interface PollRunOptions {
  client: Pick<AdminApi, 'openRun'>;
  known: RunState;
  limits?: { timeoutMs: number; pauseMs: { first: number; longest: number } };
  /** Called for states newer than the last one, and for the end. */
  onState(run: RunState): void;
  onConnection(connection: RunConnection): void;
}

/** Until the run ends. */
export function pollRun({
  client,
  known,
  limits: { timeoutMs, pauseMs } = runPollLimits,
  onState,
  onConnection,
}: PollRunOptions): { stop(): void; wake(): void } {
  const controller = new AbortController();
  const { signal } = controller;
  let lastChange = known.change;
  let failures = 0;
  let wake: () => void = () => undefined;

  async function poll(): Promise<'again' | 'done'> {
    const result = await client
      .openRun(known.id, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
      .catch((error: unknown) => {
        // Stopped, or no whole answer in time.
        if (error instanceof DOMException) return null;
        throw error;
      });
    if (signal.aborted) return 'done';
    const run = result?.ok ? result.value : null;
    // A proxy could answer with another object.
    if (run && Number.isInteger(run.change)) {
      failures = 0;
      onConnection('live');
      const isEnded = run.ended_at !== null;
      if (run.change > lastChange || isEnded) onState(run);
      lastChange = run.change;
      return isEnded ? 'done' : 'again';
    }
    failures += 1;
    const { code, status } = result && !result.ok ? result.error : {};
    if (status === 404 || status === 403) {
      onConnection('gone');
      return 'done';
    }
    if (status === 401) onConnection('anonymous');
    // A single lost request isn't worth reporting.
    else if (failures > 1) onConnection(code === 'offline' ? 'offline' : 'interrupted');
    return 'again';
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(pauseMs.longest, pauseMs.first * 2 ** failures));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function start(): Promise<void> {
    while ((await poll()) === 'again' && !signal.aborted) await pause();
  }

  void start();
  return {
    stop() {
      controller.abort();
      wake();
    },
    wake: () => wake(),
  };
}
