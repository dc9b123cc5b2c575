import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferLimits } from './limits.ts';
import { type Relayed, writeToVisitor } from './write-to-visitor.ts';

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
  const wanted = part.to - part.from + 1;
  let position = 0;
  const visitor = writeToVisitor(response, limits, {
    resume: () => stream.resume(),
    close: () => stream.destroy(),
  });

  stream.on('data', (chunk: Buffer) => {
    const wished = chunk.subarray(Math.max(0, part.from - position), Math.max(0, part.to + 1 - position));
    position += chunk.length;
    if (wished.length === 0) return visitor.noteLife();
    if (!visitor.write(wished)) stream.pause();
    if (visitor.bytes() === wanted && part.to + 1 < part.totalBytes) response.end();
  });
  stream.on('end', () => {
    if (position !== part.totalBytes || visitor.bytes() !== wanted) visitor.settle('upstream_cut');
    else response.end();
  });
  stream.on('error', visitor.cut).on('close', visitor.cut);
  return visitor.settled;
}
