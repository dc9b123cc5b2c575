import { createServer, type Server } from 'node:http';
import { inertContentPolicy, securityHeaders } from './middleware/security-headers.ts';

export function createStartupServer(publicOrigin: string): Server {
  const commonHeaders = {
    ...securityHeaders(publicOrigin),
    'content-security-policy': inertContentPolicy,
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  return createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    request.resume();
    const isAlive = request.url === '/livez';
    response.writeHead(isAlive ? 200 : 503, {
      ...commonHeaders,
      ...(!isAlive && { 'retry-after': '5' }),
    });
    const body = isAlive ? { alive: true } : { ready: false };
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body));
  });
}
