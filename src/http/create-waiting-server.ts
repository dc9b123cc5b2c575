import { createServer, type Server } from 'node:http';
import { inertContentPolicy, securityHeaders } from './security-headers.ts';

/** Stands in while there is no database yet: the process lives, and takes no work. */
export function createWaitingServer(publicOrigin: string): Server {
  const everywhere = {
    ...securityHeaders(publicOrigin),
    'content-security-policy': inertContentPolicy,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  return createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    request.resume();
    const isAlive = request.url === '/livez';
    response.writeHead(isAlive ? 200 : 503, {
      ...everywhere,
      ...(!isAlive && { 'retry-after': '5' }),
    });
    const body = isAlive ? { alive: true } : { ready: false };
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
  });
}
