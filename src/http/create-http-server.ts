import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from '#platform/logger.ts';
import { createClientNetwork } from './client-network.ts';
import { type AppOptions, createApp } from './create-app.ts';
import { limitArrival, longestArrivalMs } from './limit-arrival.ts';
import { createMediaEdge } from './media-edge.ts';
import { countAnswer } from './metrics.ts';
import { createPages } from './pages.ts';
import { inertContentPolicy, securityHeaders } from './security-headers.ts';
import { writeStored } from './send-stored.ts';

/** Not listening yet. Media and what lies ready in memory go straight to the socket; everything else through the app. */
export function createHttpServer(options: AppOptions): Server {
  const pages = createPages(options);
  const listener = getRequestListener(createApp(options, pages).fetch, { overrideGlobalObjects: false });
  const headers = securityHeaders(options.publicOrigin);
  const everywhere = Object.entries(headers);
  const storedHeaders = { 'content-security-policy': inertContentPolicy, ...headers };
  const { front, services, staticFile } = options;
  const noteProxy = noteUntrustedProxy(services.log, options.trustedProxies);
  const sendMedia = createMediaEdge(services, createClientNetwork(options.trustedProxies));

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: longestArrivalMs,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      const path = request.url ?? '/';
      if (!path.startsWith('/') || countHosts(request) !== 1) {
        response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
        return;
      }
      limitArrival(request);
      noteProxy(request);
      if (options.metricsToken) countAnswer(request, response, services.measures);
      if (path.startsWith('/media/')) {
        for (const [name, value] of everywhere) response.setHeader(name, value);
        const onFault = (error: unknown) => {
          services.log.error({ error }, 'a transfer failed in our own code');
          response.destroy();
        };
        sendMedia(request, response, path.slice('/media/'.length)).catch(onFault);
        return;
      }
      // A page that another site asks for with an Origin is the app's to refuse.
      const isPlain = isReadOnly(request.method) && request.headers.origin === undefined && !front;
      const stored = isPlain ? (pages.kept(path) ?? staticFile(path)) : null;
      if (stored) writeStored(request, response, stored, storedHeaders);
      else if (front) front(request, response, () => listener(request, response));
      else listener(request, response);
    },
  );
  server.maxRequestsPerSocket = 1_000;
  return server;
}

/** Once: behind such a proxy all visitors share one address, and its limits. */
function noteUntrustedProxy(log: Logger, trustedProxies: readonly string[]) {
  let isNoted = trustedProxies.length > 0;
  return ({ headers }: IncomingMessage): void => {
    if (isNoted || headers['x-forwarded-for'] === undefined) return;
    isNoted = true;
    log.warn('a proxy in front is not trusted: name it in TRUSTED_PROXIES');
  };
}

function isReadOnly(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}

function countHosts(request: IncomingMessage): number {
  return request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}
