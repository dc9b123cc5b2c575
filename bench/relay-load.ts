/** The clients, in a separate process for relay.ts. One connection per stream, as in a browser download. */
import { connect } from 'node:net';

export interface Load {
  url: string;
  streams: number;
  size: number;
}

export interface LoadResult {
  seconds: number;
  firstByteMs: number;
  failed: number;
}

function readOnce(url: URL, size: number): Promise<{ ok: boolean; firstByteMs: number }> {
  return new Promise((resolve) => {
    const started = performance.now();
    let head = '';
    let body = -1;
    let firstByteMs = 0;
    const onChunk = (length: number, bytes: Uint8Array): boolean => {
      if (body < 0) {
        head += Buffer.from(bytes.subarray(0, length)).toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return true;
        body = head.length - end - 4;
        if (!head.startsWith('HTTP/1.1 200')) socket.destroy();
      } else body += length;
      if (firstByteMs === 0 && body > 0) firstByteMs = performance.now() - started;
      if (body >= size) socket.destroy();
      return true;
    };
    const buffer = Buffer.allocUnsafe(256 * 1024);
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      onread: { buffer, callback: onChunk },
    });
    socket.write(`GET ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\n\r\n`);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve({ ok: body === size, firstByteMs }));
  });
}

process.on('message', async ({ url, streams, size }: Load) => {
  const started = performance.now();
  const target = new URL(url);
  const read = await Promise.all(Array.from({ length: streams }, () => readOnce(target, size)));
  const times = read.map(({ firstByteMs }) => firstByteMs).sort((a, b) => a - b);
  const result: LoadResult = {
    seconds: (performance.now() - started) / 1000,
    firstByteMs: times[times.length >> 1] ?? 0,
    failed: read.filter(({ ok }) => !ok).length,
  };
  process.send?.(result);
});
process.on('disconnect', () => process.exit());
