import type { ServerResponse } from 'node:http';
import type { TransferLimits } from '../limits.ts';

export type RelayOutcome = 'complete' | 'client_gone' | 'client_idle' | 'upstream_cut' | 'upstream_idle';

export interface RelayResult {
  outcome: RelayOutcome;
  bytes: number;
}

export interface ClientWriter {
  /** Returns false on back-pressure. `release` is called when the chunk is no longer needed. */
  write(chunk: Buffer, release?: () => void): boolean;
  recordActivity(): void;
  bytes(): number;
  isFull(): boolean;
  /** Only the first call counts. Any outcome but `complete` closes the connection. */
  settle(outcome: RelayOutcome): void;
  handleUpstreamEnd(): void;
  settled: Promise<RelayResult>;
}

export function createClientWriter(
  response: ServerResponse,
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
  source: { resume(): void; close(outcome: RelayOutcome): void },
): ClientWriter {
  const { promise: settled, resolve } = Promise.withResolvers<RelayResult>();
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
    recordActivity: () => void timer.refresh(),
    bytes: () => bytes,
    isFull: () => isFull,
    settle,
    handleUpstreamEnd() {
      if (!response.writableEnded) settle('upstream_cut');
    },
    settled,
  };
}
