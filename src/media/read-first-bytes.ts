import type { IncomingMessage } from 'node:http';

/**
 * Reads at least `wanted` bytes, or all of a shorter body, and leaves the stream paused behind them.
 * Rejects with the stream's error; a cut connection is one.
 */
export function readFirstBytes(body: IncomingMessage, wanted: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = () => {
      body.off('data', take).off('end', settle).off('error', reject).off('close', closed);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < wanted) return;
      body.pause();
      settle();
    };
    const closed = () => reject(body.errored ?? new Error('closed before its end'));
    if (body.errored || body.destroyed) closed();
    else body.on('end', settle).on('error', reject).on('close', closed).on('data', take);
  });
}
