import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferLimits } from './limits.ts';
import type { OpenedFile } from './open-file.ts';
import { takeBody } from './recycled-reads.ts';
import { type Relayed, writeToVisitor } from './write-to-visitor.ts';

/**
 * Sends the body after its head was written. Neither side is read faster than the other takes it; whatever cuts
 * the CDN's side short cuts the visitor's connection at once, so that a short file never looks whole.
 */
export function relayBody(
  { first, body, length }: Pick<OpenedFile, 'first' | 'body' | 'length'>,
  response: ServerResponse,
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
): Promise<Relayed> {
  let source: Readable = body;
  const visitor = writeToVisitor(response, limits, {
    resume: () => source.resume(),
    close(outcome) {
      if (outcome !== 'complete') body.destroy();
    },
  });
  const end = () => {
    if (length !== null && visitor.bytes() !== length) visitor.settle('upstream_cut');
    else response.end();
  };
  body.on('error', visitor.cut).on('close', () => {
    if (!body.readableEnded) visitor.cut();
  });

  if (first.length > 0) visitor.write(first);
  if (body.readableEnded) end();
  else if (body.errored || body.destroyed) visitor.cut();
  else sendRest();
  return visitor.settled;

  function sendRest(): void {
    const takeRest = (chunk: Buffer, release: () => void): boolean => {
      const hasRoom = visitor.write(chunk.subarray(0, (length ?? 0) - visitor.bytes()), release);
      if (visitor.bytes() === length) {
        end();
        body.socket.destroy();
      }
      return hasRoom;
    };
    source = (length !== null && takeBody(body, length - visitor.bytes(), takeRest)) || body;
    if (source === body) {
      body.on('end', end).on('data', (chunk: Buffer) => {
        if (!visitor.write(chunk)) body.pause();
      });
    }
    if (!visitor.isFull()) source.resume();
  }
}
