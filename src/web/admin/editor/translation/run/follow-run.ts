import type { RunState } from '#translation/contract.ts';
import { readServerSentEvents } from '../../../../browser/server-sent-events.ts';
import { runHeartbeatTimeoutMs, runReconnectMs } from '../../../../contract.ts';
import type { AdminApi } from '../../../admin-api.ts';

/** How updates arrive: by stream, by polling, or not at all (offline, signed out, gone). */
export type RunConnection = 'live' | 'polling' | 'offline' | 'anonymous' | 'gone';

export interface FollowRunOptions {
  origin?: string;
  client: Pick<AdminApi, 'openRun'>;
  known: RunState;
  limits?: { silenceMs: number; pauseMs: { first: number; longest: number } };
  /** Called only for states newer than the known one. */
  onState(run: RunState): void;
  onConnection(connection: RunConnection): void;
}

type StreamResult = 'ended' | 'gone' | 'interrupted';

/** Not `EventSource`: it hides heartbeats and the status and can't start with a `Last-Event-ID`. */
export function followRun(id: string, options: FollowRunOptions): { stop(): void; wake(): void } {
  const { origin = '', client, onState, onConnection } = options;
  const limits = options.limits ?? { silenceMs: runHeartbeatTimeoutMs, pauseMs: runReconnectMs };
  const controller = new AbortController();
  let known = options.known;
  let failedAttempts = 0;
  let wake: () => void = () => undefined;

  function applyState(run: RunState): void {
    if (run.change <= known.change) return;
    known = run;
    onState(run);
  }

  async function listen(): Promise<StreamResult> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), limits.silenceMs);
    try {
      const response = await fetch(`${origin}/api/admin/runs/${id}/events`, {
        headers: { accept: 'text/event-stream', 'last-event-id': String(known.change) },
        signal: AbortSignal.any([controller.signal, silence.signal]),
      });
      if (response.status === 204) return 'ended';
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      if (!response.ok || !isStream || !response.body) return 'interrupted';
      onConnection('live');
      for await (const { event, data } of readServerSentEvents(response.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), limits.silenceMs);
        if (event === 'run') {
          failedAttempts = 0;
          applyState(JSON.parse(data) as RunState);
        }
        if (known.ended_at !== null) return 'ended';
      }
      return 'interrupted';
    } catch (error) {
      // No connection, a lost connection, or an abort after silence.
      if (error instanceof TypeError || isAbort(error)) return 'interrupted';
      throw error;
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  async function pollState(): Promise<StreamResult> {
    const result = await client.openRun(id, controller.signal);
    if (result.ok) {
      applyState(result.value);
      // A single lost connection isn't worth reporting.
      if (failedAttempts > 1) onConnection('polling');
      return result.value.ended_at === null ? 'interrupted' : 'ended';
    }
    const { code, status } = result.error;
    if (status === 404 || status === 403) {
      onConnection('gone');
      return 'gone';
    }
    onConnection(status === 401 ? 'anonymous' : code === 'offline' ? 'offline' : 'polling');
    return 'interrupted';
  }

  async function follow(): Promise<void> {
    try {
      while (!controller.signal.aborted) {
        if ((await listen()) === 'ended' || controller.signal.aborted) return;
        failedAttempts += 1;
        if ((await pollState()) !== 'interrupted') return;
        await pause(Math.min(limits.pauseMs.longest, limits.pauseMs.first * 2 ** (failedAttempts - 1)));
      }
    } catch (error) {
      if (!controller.signal.aborted || !isAbort(error)) throw error;
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  void follow();
  return {
    stop() {
      controller.abort();
      wake();
    },
    wake: () => wake(),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
