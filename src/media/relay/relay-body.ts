import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferLimits } from '../limits.ts';
import type { UpstreamFile } from '../open-file.ts';
import type { ReopenUpstream } from '../upstream/resume.ts';
import { detachBody } from '../upstream/socket-buffers.ts';
import { createClientWriter, type RelayResult } from './client-writer.ts';

type FilePart = Pick<UpstreamFile, 'first' | 'body'>;

/**
 * The head must already be written. If the CDN connection breaks and can't be resumed, closes the client's
 * connection, so that a short file never looks complete.
 */
export function relayBody(
  file: Pick<UpstreamFile, 'first' | 'body' | 'length'>,
  response: ServerResponse,
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
  reopenUpstream: ReopenUpstream | null = null,
): Promise<RelayResult> {
  const { length } = file;
  const { promise: bug, reject } = Promise.withResolvers<never>();
  let body = file.body;
  let source: Readable = body;
  /** `broken`: the file is reopened once the client can accept more data. */
  let state: 'flows' | 'broken' | 'reopens' | 'over' = 'flows';

  const writer = createClientWriter(response, limits, {
    resume() {
      if (state === 'flows') source.resume();
      else if (state === 'broken' && reopenUpstream) reopen(reopenUpstream);
    },
    close(outcome) {
      state = 'over';
      if (outcome !== 'complete') body.destroy();
    },
  });
  startFlow(file);
  return Promise.race([writer.settled, bug]);

  function handleUpstreamCut(): void {
    if (state !== 'flows' || response.writableEnded) return;
    if (reopenUpstream === null) {
      writer.handleUpstreamEnd();
      return;
    }
    body.destroy();
    state = 'broken';
    if (!writer.isFull()) reopen(reopenUpstream);
  }

  function reopen(openNext: ReopenUpstream): void {
    state = 'reopens';
    openNext(writer.bytes()).then(
      (nextFile) => {
        if (state === 'over') nextFile?.body.destroy();
        else if (nextFile) startFlow(nextFile);
        else writer.settle('upstream_cut');
      },
      (cause: unknown) => {
        reject(cause);
        writer.settle('upstream_cut');
      },
    );
  }

  function startFlow({ first, body: current }: FilePart): void {
    body = current;
    source = current;
    state = 'flows';
    writer.recordActivity();
    const onBroken = () => {
      if (body === current && !current.readableEnded) handleUpstreamCut();
    };
    const onEnd = () => {
      if (length !== null && writer.bytes() !== length) handleUpstreamCut();
      else response.end();
    };
    current.on('error', onBroken).on('close', onBroken);

    if (first.length > 0) writer.write(first);
    if (current.readableEnded) onEnd();
    else if (current.errored || current.destroyed) handleUpstreamCut();
    else relayAll(current, onEnd);
  }

  function relayAll(current: UpstreamFile['body'], onEnd: () => void): void {
    const onChunk = (chunk: Buffer, release: () => void): boolean => {
      const hasRoom = writer.write(chunk.subarray(0, (length ?? 0) - writer.bytes()), release);
      if (writer.bytes() === length) {
        onEnd();
        current.socket.destroy();
      }
      return hasRoom;
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
