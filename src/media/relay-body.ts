import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferLimits } from './limits.ts';
import type { OpenedFile } from './open-file.ts';
import { takeBody } from './recycled-reads.ts';

export type RelayOutcome = 'complete' | 'client_gone' | 'client_idle' | 'upstream_cut' | 'upstream_idle';

export interface Relayed {
  outcome: RelayOutcome;
  bytes: number;
}

/**
 * Sends the body after its head was written. Neither side is read faster than the other takes it; whatever cuts
 * the CDN's side short cuts the visitor's connection at once, so that a short file never looks whole.
 */
export function relayBody(
  { first, body, length }: Pick<OpenedFile, 'first' | 'body' | 'length'>,
  response: ServerResponse,
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
): Promise<Relayed> {
  return new Promise((resolve) => {
    let source: Readable = body;
    let bytes = 0;
    let isFull = false;
    let isSettled = false;
    let waitedForClientMs = 0;

    const settle = (outcome: RelayOutcome) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      if (outcome !== 'complete') {
        body.destroy();
        response.destroy();
      }
      resolve({ outcome, bytes });
    };
    // Silence of the CDN counts only while nothing of ours waits for the visitor.
    const timer = setTimeout(() => {
      if (!isFull && !response.writableEnded) return settle('upstream_idle');
      waitedForClientMs += limits.idleMs;
      if (waitedForClientMs >= limits.clientIdleMs) settle('client_idle');
      else timer.refresh();
    }, limits.idleMs);

    const send = (chunk: Buffer, release?: () => void): boolean => {
      bytes += chunk.length;
      timer.refresh();
      isFull = !response.write(chunk, release);
      return !isFull;
    };
    const end = () => {
      if (length !== null && bytes !== length) settle('upstream_cut');
      else response.end();
    };
    const cut = () => {
      if (!response.writableEnded) settle('upstream_cut');
    };
    response.on('drain', () => {
      isFull = false;
      waitedForClientMs = 0;
      timer.refresh();
      source.resume();
    });
    response.on('finish', () => settle('complete'));
    response.on('close', () => settle('client_gone'));
    body.on('error', cut).on('close', () => {
      if (!body.readableEnded) cut();
    });

    if (first.length > 0) send(first);
    if (body.readableEnded) return end();
    if (body.errored || body.destroyed) return cut();
    const takeRest = (chunk: Buffer, release: () => void): boolean => {
      const hasRoom = send(chunk.subarray(0, (length ?? 0) - bytes), release);
      if (bytes === length) {
        end();
        body.socket.destroy();
      }
      return hasRoom;
    };
    source = (length !== null && takeBody(body, length - bytes, takeRest)) || body;
    if (source === body) {
      body.on('end', end).on('data', (chunk: Buffer) => {
        if (!send(chunk)) body.pause();
      });
    }
    if (!isFull) source.resume();
  });
}
