import type { IncomingMessage } from 'node:http';

/** Reads at least `minBytes`, or all of a shorter body, and pauses it. A cut connection rejects, too. */
export function readFirstBytes(body: IncomingMessage, minBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = () => {
      body.off('data', onData).off('end', settle).off('error', reject).off('close', onClose);
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length < minBytes) return;
      body.pause();
      settle();
    };
    const onClose = () => reject(body.errored ?? new Error('closed before its end'));
    if (body.errored || body.destroyed) onClose();
    else body.on('end', settle).on('error', reject).on('close', onClose).on('data', onData);
  });
}
