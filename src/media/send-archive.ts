import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferLimits } from './limits.ts';
import type { Relayed, RelayOutcome } from './relay-body.ts';

/**
 * Sends a part of a stream after its head was written, and reads past what stands before it. Neither side is read faster
 * than the other takes it; whatever ends the stream early cuts the visitor's connection at once.
 * @param part `to` is inclusive; where it is the last byte, the stream has to end there
 */
export function sendArchive(
  stream: Readable,
  response: ServerResponse,
  part: { from: number; to: number; totalBytes: number },
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
): Promise<Relayed> {
  return new Promise((resolve) => {
    const wanted = part.to - part.from + 1;
    let position = 0;
    let sent = 0;
    let isFull = false;
    let isSettled = false;
    let waitedForClientMs = 0;

    const settle = (outcome: RelayOutcome) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      stream.destroy();
      if (outcome !== 'complete') response.destroy();
      resolve({ outcome, bytes: sent });
    };
    // Silence of the media host counts only while nothing of ours waits for the visitor.
    const timer = setTimeout(() => {
      if (!isFull && !response.writableEnded) return settle('upstream_idle');
      waitedForClientMs += limits.idleMs;
      if (waitedForClientMs >= limits.clientIdleMs) settle('client_idle');
      else timer.refresh();
    }, limits.idleMs);

    stream.on('data', (chunk: Buffer) => {
      timer.refresh();
      const wished = chunk.subarray(Math.max(0, part.from - position), Math.max(0, part.to + 1 - position));
      position += chunk.length;
      if (wished.length === 0) return;
      sent += wished.length;
      isFull = !response.write(wished);
      if (isFull) stream.pause();
      if (sent === wanted && part.to + 1 < part.totalBytes) response.end();
    });
    stream.on('end', () => {
      if (position !== part.totalBytes || sent !== wanted) settle('upstream_cut');
      else response.end();
    });
    stream.on('error', () => settle('upstream_cut'));
    stream.on('close', () => {
      if (!response.writableEnded) settle('upstream_cut');
    });
    response.on('drain', () => {
      isFull = false;
      waitedForClientMs = 0;
      timer.refresh();
      stream.resume();
    });
    response.on('finish', () => settle('complete'));
    response.on('close', () => settle('client_gone'));
  });
}
