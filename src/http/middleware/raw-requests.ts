import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { sessionCookies } from '#accounts/contract.ts';
import { setupDataPath } from '#backup/data-job-contract.ts';
import { createIpMatcher } from '#platform/trusted-proxies.ts';
import { ipNetwork } from './client.ts';
import { inertContentPolicy } from './security-headers.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

export function validateRequest({ method = '', url = '', rawHeaders }: IncomingMessage): 400 | 405 | null {
  if (!methods.includes(method)) return 405;
  return url.startsWith('/') && countHosts(rawHeaders) === 1 ? null : 400;
}

function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

export function rejectRequest(
  response: ServerResponse,
  status: 400 | 405 | 417,
  headers: Record<string, string>,
) {
  response.shouldKeepAlive = false;
  response
    .writeHead(status, {
      ...headers,
      'content-security-policy': inertContentPolicy,
      'cache-control': 'no-store',
      'content-length': 0,
      ...(status === 405 && { allow: methods.join(', ') }),
    })
    .end();
}

/** Time for the client to read the error before the socket is destroyed. */
const lingerMs = 1_000;

const lines = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Responds to what never becomes a request: parse errors, timeouts, CONNECT and Expect headers. */
export function rejectUnparsable(server: Server, headers: Record<string, string>): void {
  const head = Object.entries({ ...headers, 'content-security-policy': inertContentPolicy })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const endSocket = (socket: Duplex, status: keyof typeof lines) => {
    socket.end(
      `HTTP/1.1 ${status} ${lines[status]}\r\n${head}connection: close\r\ncontent-length: 0\r\n\r\n`,
    );
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  // Node's own 417 response lacks the security headers.
  server.on('checkExpectation', (_request, response) => rejectRequest(response, 417, headers));
  server.on('connect', (_request, socket) => endSocket(socket, 405));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Don't write a second response head into a response that is already being sent.
    const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse };
    if (!socket.writable || response?.headersSent || error.code === 'ECONNRESET') socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') endSocket(socket, 431);
    else endSocket(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400);
  });
}

/** Closes excess connections unread. Trusted proxies are exempt: all clients connect through them. */
export function limitConnections(
  server: Server,
  { perClient, trustedProxies }: { perClient: () => number; trustedProxies: readonly string[] },
): void {
  const isProxy = createIpMatcher(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    const network = ipNetwork(remoteAddress);
    const count = open.get(network) ?? 0;
    if (count >= perClient()) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const remaining = (open.get(network) ?? 1) - 1;
      if (remaining > 0) open.set(network, remaining);
      else open.delete(network);
    });
  });
}

const arrivalMs = 20_000;
/** For admin uploads: 15 MB within this time need 0.4 Mbit/s. */
export const maxRequestMs = 300_000;
const minUploadRate = { everyMs: 10_000, bytes: 16_384 };

/** For uploads, a valid session or set-up link extends the timeout while the body keeps arriving. */
export function limitRequestTime(
  request: IncomingMessage,
  isAuthorized: (request: IncomingMessage) => Promise<boolean>,
  withinMs = arrivalMs,
  minRate = minUploadRate,
): void {
  const { headers, url = '', socket } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) return;
  const mayExtend =
    url.startsWith(`${setupDataPath}/`) || (url.startsWith('/api/admin/') && hasSessionCookie(request));
  let isDone = false;
  let timer = setTimeout(() => {
    if (!mayExtend) request.destroy();
    else void isAuthorized(request).then(extendTimeout, () => request.destroy());
  }, withinMs);

  function extendTimeout(isAllowed: boolean): void {
    if (isDone) return;
    if (!isAllowed) {
      request.destroy();
      return;
    }
    let before = socket.bytesRead;
    timer = setInterval(() => {
      // The client can't make progress while the socket is paused, and has nothing left to do once the body is complete.
      const isWaiting = socket.isPaused() || request.complete;
      if (socket.bytesRead - before < minRate.bytes && !isWaiting) request.destroy();
      before = socket.bytesRead;
    }, minRate.everyMs);
  }
  const finish = () => {
    isDone = true;
    clearTimeout(timer);
  };
  request.once('end', finish).once('close', finish);
}

const sessionCookieNames = Object.values(sessionCookies);

/** The cookie may be forged. */
export function hasSessionCookie({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers.cookie ?? '').split(';').some((cookie) => {
    const [name = '', value] = cookie.split('=', 2);
    return value !== undefined && sessionCookieNames.includes(name.trim());
  });
}
