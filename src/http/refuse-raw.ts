import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { inertContentPolicy } from './security-headers.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** The status for a request that no part of ours is to see; null for a sound one. */
export function judgeRequest({ method = '', url = '', rawHeaders }: IncomingMessage): 400 | 405 | null {
  if (!methods.includes(method)) return 405;
  return url.startsWith('/') && countHosts(rawHeaders) === 1 ? null : 400;
}

function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}

export function refuseRequest(
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

/** From a refusal to the end of its connection. */
const lingerMs = 1_000;

const lines = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers what never becomes a request: what cannot be read, takes too long, or asks for a tunnel. */
export function refuseUnreadable(server: Server, headers: Record<string, string>): void {
  const head = Object.entries({ ...headers, 'content-security-policy': inertContentPolicy })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const end = (socket: Duplex, status: keyof typeof lines) => {
    socket.end(
      `HTTP/1.1 ${status} ${lines[status]}\r\n${head}connection: close\r\ncontent-length: 0\r\n\r\n`,
    );
    // The other side may go on sending, and never close: it has had the time to read why.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  // Node's own answer to an expectation that nobody meets is a bare one.
  server.on('checkExpectation', (_request, response) => refuseRequest(response, 417, headers));
  server.on('connect', (_request, socket) => end(socket, 405));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer may be on its way already: another head in its middle would be read as part of it.
    const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse };
    if (!socket.writable || answer?.headersSent || error.code === 'ECONNRESET') socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') end(socket, 431);
    else end(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400);
  });
}
