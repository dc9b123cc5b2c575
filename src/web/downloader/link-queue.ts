import { type FoundMedia, type Problem, type Renewal, renewFound } from './downloader-state.ts';
import type { Extraction } from './read-answer.ts';

/** What has become of one link of several. */
export type LinkProgress =
  | { phase: 'waiting' }
  | { phase: 'reading' }
  | { phase: 'found'; found: FoundMedia }
  | { phase: 'failed'; problem: Problem };

export interface QueueState {
  /** In the order of the links. */
  entries: readonly LinkProgress[];
  /** Milliseconds since 1970 until which nothing more is asked, because there was too much; null otherwise. */
  pausedUntil: number | null;
}

export interface LinkQueue {
  read(): QueueState;
  onChange(listener: () => void): () => void;
  start(): void;
  /** Puts a link that failed back into the queue. */
  retry(index: number): void;
  /** Later addresses of what was found. */
  renewed(index: number, renewal: Renewal): void;
  /** The whole thread, in the place of the post. */
  widened(index: number, found: FoundMedia): void;
  stop(): void;
}

export interface QueueTools {
  /** Links asked about at the same time. */
  atOnce: number;
  /** How often one link may be put back because there was too much; after that it has failed. */
  refusals: number;
  ask(link: string, index: number, signal: AbortSignal): Promise<Extraction>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once after so many milliseconds; gives what calls it off. */
  after(milliseconds: number, act: () => void): () => void;
}

/**
 * Reads several posts, a few at a time. What fails has failed alone. A refusal for now holds all of them for as long
 * as it says, and its own link goes back into the queue.
 */
export function createLinkQueue(links: readonly string[], tools: QueueTools): LinkQueue {
  let state: QueueState = { entries: links.map(() => ({ phase: 'waiting' })), pausedUntil: null };
  let running = 0;
  let controller = new AbortController();
  let callOff: (() => void) | null = null;
  const refusals = links.map(() => 0);
  const listeners = new Set<() => void>();

  function become(next: Partial<QueueState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function set(index: number, progress: LinkProgress): void {
    become({ entries: state.entries.map((entry, place) => (place === index ? progress : entry)) });
  }

  function pause(seconds: number): void {
    const until = Math.max(state.pausedUntil ?? 0, tools.now() + seconds * 1000);
    callOff?.();
    callOff = tools.after(until - tools.now(), () => {
      callOff = null;
      become({ pausedUntil: null });
      goOn();
    });
    become({ pausedUntil: until });
  }

  async function ask(index: number): Promise<void> {
    const { signal } = controller;
    running += 1;
    set(index, { phase: 'reading' });
    const extraction = await tools.ask(links[index] ?? '', index, signal);
    if (signal.aborted) return;
    running -= 1;
    if (extraction.ok) set(index, { phase: 'found', found: extraction.value });
    else if (extraction.waitSeconds !== undefined && (refusals[index] ?? 0) < tools.refusals) {
      refusals[index] = (refusals[index] ?? 0) + 1;
      set(index, { phase: 'waiting' });
      pause(extraction.waitSeconds);
    } else set(index, { phase: 'failed', problem: extraction.error });
    goOn();
  }

  function goOn(): void {
    while (state.pausedUntil === null && running < tools.atOnce) {
      const next = state.entries.findIndex(({ phase }) => phase === 'waiting');
      if (next < 0) return;
      void ask(next);
    }
  }

  return {
    read: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      if (controller.signal.aborted) controller = new AbortController();
      goOn();
    },
    retry(index) {
      if (state.entries[index]?.phase !== 'failed') return;
      refusals[index] = 0;
      set(index, { phase: 'waiting' });
      goOn();
    },
    renewed(index, renewal) {
      const entry = state.entries[index];
      if (entry?.phase === 'found') set(index, { phase: 'found', found: renewFound(entry.found, renewal) });
    },
    widened(index, found) {
      if (state.entries[index]?.phase === 'found') set(index, { phase: 'found', found });
    },
    stop() {
      controller.abort();
      callOff?.();
      callOff = null;
      running = 0;
      become({
        pausedUntil: null,
        entries: state.entries.map((entry) => (entry.phase === 'reading' ? { phase: 'waiting' } : entry)),
      });
    },
  };
}
