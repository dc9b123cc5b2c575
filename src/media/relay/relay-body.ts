import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { RelayOutcome } from '../contract.ts';
import type { TransferLimits, UpstreamFile } from '../open-file.ts';
import type { ReopenUpstream } from '../upstream/resume.ts';
import { detachBody } from '../upstream-client.ts';

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

type FilePart = Pick<UpstreamFile, 'firstBytes' | 'body'>;

/** If the CDN connection can't be resumed, closes the client's: a truncated file must never look complete. */
export function relayBody(
  file: Pick<UpstreamFile, 'firstBytes' | 'body' | 'lastBytes' | 'length'>,
  response: ServerResponse,
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
  reopenUpstream: ReopenUpstream | null = null,
): Promise<RelayResult> {
  const length = file.length === null ? null : file.length - file.lastBytes.length;
  const { promise: unexpectedError, reject } = Promise.withResolvers<never>();
  let body = file.body;
  let source: Readable = body;
  /** `interrupted`: reopen the file once the client can accept more data. */
  let state: 'streaming' | 'interrupted' | 'reopening' | 'done' = 'streaming';

  const writer = createClientWriter(response, limits, {
    resume() {
      if (state === 'streaming') source.resume();
      else if (state === 'interrupted' && reopenUpstream) reopen(reopenUpstream);
    },
    close(outcome) {
      state = 'done';
      if (outcome !== 'complete') body.destroy();
    },
  });
  startFlow(file);
  return Promise.race([writer.settled, unexpectedError]);

  function handleUpstreamCut(): void {
    if (state !== 'streaming' || response.writableEnded) return;
    if (reopenUpstream === null) {
      writer.handleUpstreamEnd();
      return;
    }
    body.destroy();
    state = 'interrupted';
    if (!writer.isFull()) reopen(reopenUpstream);
  }

  function reopen(openNext: ReopenUpstream): void {
    state = 'reopening';
    openNext(writer.bytes()).then(
      (nextFile) => {
        if (state === 'done') nextFile?.body.destroy();
        else if (nextFile) startFlow(nextFile);
        else writer.settle('upstream_cut');
      },
      (cause: unknown) => {
        reject(cause);
        writer.settle('upstream_cut');
      },
    );
  }

  function startFlow({ firstBytes, body: current }: FilePart): void {
    body = current;
    source = current;
    state = 'streaming';
    writer.recordActivity();
    const onInterrupted = () => {
      if (body === current && !current.readableEnded) handleUpstreamCut();
    };
    const onEnd = () => {
      if (length !== null && writer.bytes() !== length) return handleUpstreamCut();
      if (file.lastBytes.length > 0) writer.write(file.lastBytes);
      response.end();
    };
    current.on('error', onInterrupted).on('close', onInterrupted);

    if (firstBytes.length > 0) writer.write(firstBytes);
    if (current.readableEnded) onEnd();
    else if (current.errored || current.destroyed) handleUpstreamCut();
    else relayAll(current, onEnd);
  }

  function relayAll(current: UpstreamFile['body'], onEnd: () => void): void {
    const onChunk = (chunk: Buffer, release: () => void): boolean => {
      const canContinue = writer.write(chunk.subarray(0, (length ?? 0) - writer.bytes()), release);
      if (writer.bytes() === length) {
        onEnd();
        current.socket.destroy();
      }
      return canContinue;
    };
    source = (length !== null && detachBody(current, length - writer.bytes(), onChunk)) || current;
    if (source === current) {
      current.on('end', onEnd).on('data', (chunk: Buffer) => {
        if (!writer.write(chunk)) current.pause();
      });
    }
    if (!writer.isFull()) source.resume();
  }
}
