import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { TransferLimits } from './limits.ts';
import { createClientWriter, type RelayResult } from './write-to-visitor.ts';

/**
 * Skips the bytes before the part. If the stream ends early, closes the client's connection. `to` is
 * inclusive; if it is the last byte, the stream must end there.
 */
export function sendZip(
  stream: Readable,
  response: ServerResponse,
  part: { from: number; to: number; totalBytes: number },
  limits: Pick<TransferLimits, 'idleMs' | 'clientIdleMs'>,
): Promise<RelayResult> {
  const partLength = part.to - part.from + 1;
  let position = 0;
  const writer = createClientWriter(response, limits, {
    resume: () => stream.resume(),
    close: () => stream.destroy(),
  });

  stream.on('data', (chunk: Buffer) => {
    const slice = chunk.subarray(Math.max(0, part.from - position), Math.max(0, part.to + 1 - position));
    position += chunk.length;
    if (slice.length === 0) return writer.recordActivity();
    if (!writer.write(slice)) stream.pause();
    if (writer.bytes() === partLength && part.to + 1 < part.totalBytes) response.end();
  });
  stream.on('end', () => {
    if (position !== part.totalBytes || writer.bytes() !== partLength) writer.settle('upstream_cut');
    else response.end();
  });
  stream.on('error', writer.handleUpstreamEnd).on('close', writer.handleUpstreamEnd);
  return writer.settled;
}
