import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './local-servers.ts';

interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
}

export type Scene = (request: IncomingMessage, response: ServerResponse) => void;

/** A media host over real HTTP with a scripted behavior for each path. */
export async function startFaultyUpstream() {
  const scenes = new Map<string, Scene>();
  const requests: SeenRequest[] = [];
  let closedBytes = 0;
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    const scene = scenes.get(pathname);
    if (scene) scene(request, response);
    else response.writeHead(404).end('no scene');
  });
  server.on('connection', (socket) => {
    socket.on('close', () => {
      closedBytes += socket.bytesWritten;
    });
  });
  const { origin, port, sockets, close } = await listen(server);
  return {
    origin,
    host: `127.0.0.1:${port}`,
    requests,
    openSockets: () => sockets.size,
    /** Bytes passed to the kernel, over all responses. */
    bytesSent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, closedBytes),
    on(path: string, scene: Scene) {
      scenes.set(path, scene);
      return origin + path;
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Serves `bytes` as a correct CDN does: type, length, single ranges, HEAD. */
export function serveFile(bytes: Buffer, type: string, extra: Record<string, string> = {}): Scene {
  return (request, response) => {
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
    let [from, to] = [0, bytes.length - 1];
    if (range) {
      const [, start = '', end = ''] = range;
      if (start === '') from = Math.max(0, bytes.length - Number(end));
      else [from, to] = [Number(start), end === '' ? to : Math.min(to, Number(end))];
      if (from >= bytes.length || from > to || (start === '' && Number(end) === 0)) {
        response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
        return;
      }
    }
    response.writeHead(range ? 206 : 200, {
      'content-type': type,
      'content-length': to - from + 1,
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
      ...extra,
    });
    response.end(request.method === 'HEAD' ? undefined : bytes.subarray(from, to + 1));
  };
}

const heads: Record<string, number[]> = {
  mp4: [0, 0, 0, 24, ...Buffer.from('ftypisom'), 0, 0, 2, 0, ...Buffer.from('isomiso2')],
  jpg: [0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Buffer.from('JFIF'), 0],
  png: [0x89, ...Buffer.from('PNG\r\n'), 0x1a, 0x0a],
};

/** Starts with the signature of the format. The other bytes depend on their offset alone. */
export function buildFile(format: 'mp4' | 'jpg' | 'png', size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let offset = 0, state = 0x2545f491; offset < size; offset += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[offset] = state & 0xff;
  }
  Buffer.from(heads[format] ?? []).copy(bytes);
  return bytes;
}
