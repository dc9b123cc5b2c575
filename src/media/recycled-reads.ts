import type { Agent, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Node reads every chunk of a socket into new memory, and its parser then copies the chunk of a body once more: of a
 * relay's CPU two thirds go there, and 100 MB of garbage stand about (24.21, measured 2026-11, docs/decisions).
 * Here the sockets to the CDN read into buffers that are used again as soon as the visitor's connection has them,
 * and the body of a large file goes past the parser. The options are documented (`onread` of `net.connect`).
 */

/** Two per paused stream at most are held back, so 200 slow readers hold 25 MB. */
const bufferBytes = 64 * 1024;
const keptBuffers = 64;
/** Below this a body stays with the parser, and its connection is kept for the next file. */
const worthTakingBytes = 1_000_000;

/** `release` when the chunk's memory may be written anew; false stops reading until the socket is resumed. */
export type TakeChunk = (chunk: Buffer, release: () => void) => boolean;

const takers = new WeakMap<Duplex, TakeChunk>();

const none: Buffer = Buffer.alloc(0);

/** Makes the agent's sockets read into recycled buffers. */
export function recycleReads(agent: Agent): void {
  const free: Buffer[] = [];
  const release = (buffer: Buffer) => {
    if (buffer !== none && free.length < keptBuffers) free.push(buffer);
  };
  const connect = agent.createConnection.bind(agent);

  agent.createConnection = (options, callback) => {
    // The one buffer Node may read into; it asks for the next after each read.
    let current = none;
    const onread = {
      buffer() {
        current = free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
        return current;
      },
      callback(length: number): boolean {
        const buffer = current;
        current = none;
        const take = takers.get(socket);
        if (take) return take(buffer.subarray(0, length), () => release(buffer));
        // Bytes on an idle connection, which nobody asked for, must not become the next answer.
        const wasAskedFor = socket.emit('data', Buffer.from(buffer.subarray(0, length)));
        if (!wasAskedFor) socket.destroy();
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
 * Takes the rest of a paused body of known length straight from its socket, whose agent recycles reads. What the parser
 * already held is handed over at once. The connection cannot be used again: destroy it with the last byte. Never call it
 * from the body's own events: the parser may be in the middle of a chunk.
 * @returns the paused socket, or null where the rest is not worth it
 */
export function takeBody(body: IncomingMessage, remaining: number, take: TakeChunk): Duplex | null {
  if (remaining < worthTakingBytes || body.readableLength >= remaining) return null;
  for (let held: unknown = body.read(); held !== null; held = body.read()) {
    if (Buffer.isBuffer(held)) take(held, () => undefined);
  }
  // Reading from the body set its socket flowing again.
  const socket = body.socket.pause();
  socket.removeAllListeners('data');
  takers.set(socket, take);
  return socket;
}
