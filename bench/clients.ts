/** Clients of an HTTP server, in a process of their own. Raw sockets: their cost must not be the limit. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { type Child, forkChild } from './child-process.ts';

export interface Load {
  url: string;
  connections: number;
  /** Expected length of each body. By default, what the head of the response says. */
  bytes?: number;
  /** Each connection sends its next request as soon as it has a response. 0: one request, as a download does. */
  seconds?: number;
  headers?: string;
  /** Digests the bodies. Needs a single connection. */
  isDigested?: boolean;
}

export interface LoadResult {
  responses: number;
  /** Without status 200, or with a body of another length. */
  failed: number;
  seconds: number;
  /** Share of one core that the clients used. */
  busy: number;
  digest: string;
}

const timeoutMs = 120_000;

export function runLoad({
  url,
  connections,
  bytes,
  seconds = 0,
  headers = '',
  isDigested,
}: Load): Promise<LoadResult> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const connection = seconds > 0 ? 'keep-alive' : 'close';
  const request = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${headers}connection: ${connection}\r\n\r\n`;
  const started = performance.now();
  const before = process.cpuUsage();
  const digest = createHash('sha256');
  let responses = 0;
  let failed = 0;

  function runClient(done: () => void): void {
    let isHead = true;
    let isLast = false;
    let received = 0;
    let expected = 0;
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback: (length, buffer) => onBytes(length, buffer),
      },
    });
    const sendRequest = () => {
      isHead = true;
      received = 0;
      socket.write(request);
    };
    const finish = (isComplete: boolean) => {
      if (isComplete) responses += 1;
      else failed += 1;
      const isOver = performance.now() - started >= seconds * 1000;
      if (isComplete && !isOver && !isLast) return sendRequest();
      socket.removeAllListeners('close').destroy();
      if (isOver) done();
      else runClient(done);
    };
    function onBytes(length: number, buffer: Uint8Array): boolean {
      let start = 0;
      if (isHead) {
        // The servers write a head at once, so it arrives in one piece.
        const head = Buffer.from(buffer.buffer, buffer.byteOffset, Math.min(length, 4096)).toString('latin1');
        start = head.indexOf('\r\n\r\n') + 4;
        if (start < 4 || !head.startsWith('HTTP/1.1 200 ')) {
          finish(false);
          return false;
        }
        isHead = false;
        expected = bytes ?? Number(/\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]);
        isLast = /\r\nconnection: close\r\n/i.test(head.slice(0, start));
      }
      received += length - start;
      if (isDigested) digest.update(buffer.subarray(start, length));
      if (received >= expected) finish(received === expected);
      return true;
    }
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('error', () => socket.destroy()).on('close', () => finish(false));
    sendRequest();
  }

  return new Promise((resolve) => {
    let open = connections;
    const finish = () => {
      open -= 1;
      if (open > 0) return;
      const { user, system } = process.cpuUsage(before);
      const elapsed = (performance.now() - started) / 1000;
      const busy = (user + system) / 1e6 / elapsed;
      resolve({ responses, failed, seconds: elapsed, busy, digest: digest.digest('hex') });
    };
    for (let index = 0; index < connections; index += 1) runClient(finish);
  });
}

export const forkClients = (): Child => forkChild('./clients.ts');

if (process.send && process.argv[1] === import.meta.filename) {
  process.on('message', async (load: Load) => process.send?.(await runLoad(load)));
  process.on('disconnect', () => process.exit());
}
