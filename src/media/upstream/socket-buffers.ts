import type { Agent, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Node reads every socket chunk into new memory, and its parser copies the chunks of a body again. That took
 * two thirds of the relay's CPU and left 100 MB of garbage (Node 24.21, 2026-11, docs/decisions/0006). Here,
 * the CDN sockets read into reusable buffers (the documented `onread` option of `net.connect`), and the body
 * of a large file bypasses the parser.
 */

/** A paused stream holds at most two buffers, so 200 slow readers hold 25 MB. */
const bufferBytes = 64 * 1024;
const maxPooledBuffers = 64;
/** Smaller bodies stay with the parser, so that their connection can be reused. */
const minDetachBytes = 1_000_000;

/** Call `release` once the chunk's memory can be reused. Returning false pauses the socket. */
export type OnChunk = (chunk: Buffer, release: () => void) => boolean;

const chunkHandlers = new WeakMap<Duplex, OnChunk>();

const emptyBuffer: Buffer = Buffer.alloc(0);

export function reuseReadBuffers(agent: Agent): void {
  const pool: Buffer[] = [];
  const release = (buffer: Buffer) => {
    if (buffer !== emptyBuffer && pool.length < maxPooledBuffers) pool.push(buffer);
  };
  const connect = agent.createConnection.bind(agent);

  agent.createConnection = (options, callback) => {
    // The buffer that Node may read into. Node requests the next one after each read.
    let current = emptyBuffer;
    const onread = {
      buffer() {
        current = pool.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
        return current;
      },
      callback(length: number): boolean {
        const buffer = current;
        current = emptyBuffer;
        const onChunk = chunkHandlers.get(socket);
        if (onChunk) return onChunk(buffer.subarray(0, length), () => release(buffer));
        // Unrequested bytes on an idle connection must not become the next response.
        const hasListener = socket.emit('data', Buffer.from(buffer.subarray(0, length)));
        if (!hasListener) socket.destroy();
        release(buffer);
        return true;
      },
    };
    const recycling = { ...options, onread };
    const connected = connect(recycling, callback);
    if (!connected) throw new TypeError('an agent of node:http gives its socket at once');
    const socket: Duplex = connected;
    socket.once('close', () => release(current));
    return socket;
  };
}

/**
 * Reads the rest of a paused body directly from its socket, whose agent must use `reuseReadBuffers`; null if
 * the rest is too small. Destroy the connection after the last byte. Never call this from the body's own
 * events: the parser may be in the middle of a chunk.
 */
export function detachBody(body: IncomingMessage, remaining: number, onChunk: OnChunk): Duplex | null {
  if (remaining < minDetachBytes || body.readableLength >= remaining) return null;
  for (let chunk: unknown = body.read(); chunk !== null; chunk = body.read()) {
    if (Buffer.isBuffer(chunk)) onChunk(chunk, () => undefined);
  }
  // Reading from the body made its socket flow again.
  const socket = body.socket.pause();
  socket.removeAllListeners('data');
  chunkHandlers.set(socket, onChunk);
  return socket;
}
