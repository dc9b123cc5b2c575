import type { Agent, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

// Node reads every socket chunk into new memory, and its parser copies the chunks of a body again. That took
// two thirds of the CPU and left 100 MB of garbage (Node 24.21, 2026-11, docs/decisions/0006). Here, sockets
// read into reusable buffers (`onread` of `net.connect`), and large bodies bypass the parser.

/** A paused stream holds at most two, so 200 slow readers hold 25 MB. */
const bufferBytes = 64 * 1024;
const maxPooledBuffers = 64;
/** Smaller bodies stay with the parser, so that their connection can be reused. */
const minDetachBytes = 1_000_000;

/** Call `release` once the memory can be reused. Returning false pauses the socket. */
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
    if (!connected) throw new TypeError('expected the agent to return its socket synchronously');
    const socket: Duplex = connected;
    socket.once('close', () => release(current));
    return socket;
  };
}

/** Never call this from events of the body: the parser may be mid-chunk. Destroy the socket afterwards. */
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
