import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  assertLoopbackOrigins,
  type FetchTarget,
  isWithinDomain,
  toLoopbackOrigin,
  validateFetchUrl,
} from '#platform/fetch/fetch-policy.ts';

export type ValidateMediaUrl = (url: string) => FetchTarget | null;

/** `allowedHosts`: domains with their subdomains (`fbcdn.net`) and, only with `loopback`, `host:port` or `https://host:port`. */
export function createMediaUrlValidator(
  allowedHosts: readonly string[],
  loopback: boolean,
): ValidateMediaUrl {
  const domains: string[] = [];
  const loopbackOrigins: string[] = [];
  for (const entry of allowedHosts) {
    if (/:\d+$/.test(entry)) loopbackOrigins.push(toLoopbackOrigin(entry));
    else if (/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(entry)) domains.push(entry);
    else throw new TypeError(`neither a domain nor host:port: ${entry}`);
  }
  assertLoopbackOrigins(loopbackOrigins);
  const rules = {
    isAllowed: (url: URL) => domains.some((domain) => isWithinDomain(url.hostname, domain)),
    loopbackOrigins: loopback ? loopbackOrigins : [],
  };
  return (url) => {
    const result = validateFetchUrl(url, rules);
    return result.ok ? result.value : null;
  };
}

export interface UpstreamRequest {
  range: string | null;
  ifRange?: string;
}

/** Resolves with any status, the body unread. Rejects on network errors. */
export type RequestUpstream = (
  target: FetchTarget,
  request: UpstreamRequest,
  signal: AbortSignal,
) => Promise<IncomingMessage>;

// 2026-08: the CDN throttled a script's user agent to 39 KB/s and answered some with 403.
const fixedHeaders = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-encoding': 'identity',
  referer: 'https://www.threads.com/',
};

/** Forwards nothing of the client's request except the range. */
export function createUpstreamClient(lookup: LookupFunction): {
  requestUpstream: RequestUpstream;
  close(): void;
} {
  const agentOptions = { keepAlive: true, maxSockets: 2_048, maxFreeSockets: 64, timeout: 30_000 };
  const publicAgent = new https.Agent({ ...agentOptions, lookup });
  const loopbackAgent = new http.Agent(agentOptions);
  const loopbackTlsAgent = new https.Agent(agentOptions);
  const agents = [publicAgent, loopbackAgent, loopbackTlsAgent];
  agents.forEach(reuseReadBuffers);

  const requestUpstream: RequestUpstream = ({ url, isLoopback }, upstreamRequest, signal) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...fixedHeaders,
        ...(upstreamRequest.range !== null && { range: upstreamRequest.range }),
        ...(upstreamRequest.range !== null &&
          upstreamRequest.ifRange !== undefined && { 'if-range': upstreamRequest.ifRange }),
      };
      const options = { headers, signal, maxHeaderSize: 16_384 };
      const request =
        isLoopback && url.protocol === 'http:'
          ? http.request(url, { ...options, agent: loopbackAgent })
          : https.request(url, { ...options, agent: isLoopback ? loopbackTlsAgent : publicAgent });
      request.on('error', reject);
      // On a protocol switch, Node emits no `response`.
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('unexpected protocol upgrade'));
      });
      // Some requests end without an error event.
      request.on('close', () => reject(new Error('connection closed before a response')));
      request.on('response', (response) => {
        // The stream keeps the error in `errored`, even if nobody has read from it yet.
        response.on('error', () => request.destroy());
        resolve(response);
      });
      request.end();
    });

  return {
    requestUpstream,
    close() {
      for (const agent of agents) agent.destroy();
    },
  };
}

class RedirectError extends Error {}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Validates every hop before its request. `onHop` may throw. */
export async function followRedirects(
  initialTarget: FetchTarget,
  request: UpstreamRequest,
  maxRedirects: number,
  options: {
    requestUpstream: RequestUpstream;
    validateUrl: ValidateMediaUrl;
    signal: AbortSignal;
    onHop(host: string): void;
  },
): Promise<{ response: IncomingMessage; target: FetchTarget }> {
  let target = initialTarget;
  for (let hop = 0; ; hop += 1) {
    options.onHop(target.url.host);
    const response = await options.requestUpstream(target, request, options.signal);
    if (!redirectStatuses.has(response.statusCode ?? 0)) return { response, target };
    response.destroy();
    const location = response.headers.location ?? '';
    if (hop === maxRedirects) throw new RedirectError('too many redirects');
    const url = URL.parse(location, target.url);
    const next = url && options.validateUrl(url.href);
    if (location === '' || !next) throw new RedirectError('redirect to a disallowed URL');
    target = next;
  }
}

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
