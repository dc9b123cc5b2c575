import type { RunState } from '#assistant/contract.ts';
import { runPauseMs, runSilenceMs } from '../../../contract.ts';
import type { DeskClient } from '../../desk-client.ts';
import { readEvents } from '../assist/read-events.ts';

/** How a run's state comes: at once, by asking now and then, not at all, or never again. */
export type RunLink = 'live' | 'asking' | 'offline' | 'anonymous' | 'gone';

export interface FollowOptions {
  /** Empty in a page. */
  origin?: string;
  client: Pick<DeskClient, 'openRun'>;
  /** What is known of it. */
  known: RunState;
  limits?: { silenceMs: number; pauseMs: { first: number; longest: number } };
  /** Newer than what was known. */
  onState(run: RunState): void;
  onLink(link: RunLink): void;
}

/** `cut`: the connection ended, or there was none. */
type End = 'over' | 'gone' | 'cut';

/**
 * Follows a run to its end. By `fetch` and not by `EventSource`, which tells neither heartbeats nor the status of an
 * answer, and can not name the last event again on a connection that is opened anew.
 */
export function followRun(id: string, options: FollowOptions): { stop(): void; wake(): void } {
  const { origin = '', client, onState, onLink } = options;
  const limits = options.limits ?? { silenceMs: runSilenceMs, pauseMs: runPauseMs };
  const leaving = new AbortController();
  let known = options.known;
  let tries = 0;
  let wake: () => void = () => undefined;

  function take(run: RunState): void {
    tries = 0;
    if (run.change <= known.change) return;
    known = run;
    onState(run);
  }

  async function listen(): Promise<End> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), limits.silenceMs);
    try {
      const answer = await fetch(`${origin}/api/admin/runs/${id}/events`, {
        headers: { accept: 'text/event-stream', 'last-event-id': String(known.change) },
        signal: AbortSignal.any([leaving.signal, silence.signal]),
      });
      if (answer.status === 204) return 'over';
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
      if (!answer.ok || !isStream || !answer.body) return 'cut';
      onLink('live');
      for await (const { event, data } of readEvents(answer.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), limits.silenceMs);
        if (event === 'run') take(JSON.parse(data) as RunState);
        if (known.ended_at !== null) return 'over';
      }
      return 'cut';
    } catch (error) {
      // No connection, one that broke off, or one that was given up here.
      if (error instanceof TypeError || isAbort(error)) return 'cut';
      throw error;
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  /** What the connection did not say, asked for. */
  async function ask(): Promise<End> {
    const answer = await client.openRun(id, leaving.signal);
    if (answer.ok) {
      const before = tries;
      take(answer.value);
      tries = before;
      // One connection that ended is nothing to speak of.
      if (tries > 1) onLink('asking');
      return answer.value.ended_at === null ? 'cut' : 'over';
    }
    const { code, status } = answer.error;
    if (status === 404 || status === 403) {
      onLink('gone');
      return 'gone';
    }
    onLink(status === 401 ? 'anonymous' : code === 'offline' ? 'offline' : 'asking');
    return 'cut';
  }

  async function follow(): Promise<void> {
    try {
      while (!leaving.signal.aborted) {
        if ((await listen()) === 'over' || leaving.signal.aborted) return;
        tries += 1;
        if ((await ask()) !== 'cut') return;
        await pause(Math.min(limits.pauseMs.longest, limits.pauseMs.first * 2 ** (tries - 1)));
      }
    } catch (error) {
      if (!leaving.signal.aborted || !isAbort(error)) throw error;
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
      leaving.abort();
      wake();
    },
    /** The connection may be back: no more waiting. */
    wake: () => wake(),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
