import type { ServerResponse } from 'node:http';
import type { TransferLimits } from './limits.ts';

export type RelayOutcome = 'complete' | 'client_gone' | 'client_idle' | 'upstream_cut' | 'upstream_idle';

export interface Relayed {
  outcome: RelayOutcome;
  bytes: number;
}

/** One body on its way to a visitor, after its head was written. */
export interface VisitorWriter {
  /** `release` is called when the chunk is no longer needed. False where the visitor has to be waited for first. */
  write(chunk: Buffer, release?: () => void): boolean;
  /** The source is alive, although nothing of this is for the visitor. */
  noteLife(): void;
  bytes(): number;
  isFull(): boolean;
  /** Ends the transfer; only the first time counts. What is not complete cuts the visitor's connection at once. */
  settle(outcome: RelayOutcome): void;
  /** The source broke off: a fault unless everything was written. */
  cut(): void;
  settled: Promise<Relayed>;
}

/**
 * Watches both ends of a transfer: how long the source is silent while nothing waits for the visitor, and how long the
 * visitor takes nothing.
 * @param source `resume` lets it flow again; `close` gives it up when the transfer is over
 */
export function writeToVisitor(
  response: ServerResponse,
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
  source: { resume(): void; close(outcome: RelayOutcome): void },
): VisitorWriter {
  const { promise: settled, resolve } = Promise.withResolvers<Relayed>();
  let bytes = 0;
  let isFull = false;
  let isSettled = false;
  let waitedForClientMs = 0;

  const settle = (outcome: RelayOutcome) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    source.close(outcome);
    if (outcome !== 'complete') response.destroy();
    resolve({ outcome, bytes });
  };
  const timer = setTimeout(() => {
    if (!isFull && !response.writableEnded) return settle('upstream_idle');
    waitedForClientMs += limits.idleMs;
    if (waitedForClientMs >= limits.clientIdleMs) settle('client_idle');
    else timer.refresh();
  }, limits.idleMs);

  response.on('drain', () => {
    isFull = false;
    waitedForClientMs = 0;
    timer.refresh();
    source.resume();
  });
  response.on('finish', () => settle('complete'));
  response.on('close', () => settle('client_gone'));

  return {
    write(chunk, release) {
      bytes += chunk.length;
      timer.refresh();
      isFull = !response.write(chunk, release);
      return !isFull;
    },
    noteLife: () => void timer.refresh(),
    bytes: () => bytes,
    isFull: () => isFull,
    settle,
    cut() {
      if (!response.writableEnded) settle('upstream_cut');
    },
    settled,
  };
}
