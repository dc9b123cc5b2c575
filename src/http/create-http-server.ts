import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { RefuseMedia } from '#media/serve-media.ts';
import { type AppOptions, createApp } from './create-app.ts';
import { refuseMedia } from './refuse-media.ts';
import { securityHeaders } from './security-headers.ts';

/** Not listening yet. Media goes straight to the socket; everything else through the app. */
export function createHttpServer(options: AppOptions): Server {
  const listener = getRequestListener(createApp(options).fetch, { overrideGlobalObjects: false });
  const everywhere = Object.entries(securityHeaders(options.publicOrigin));
  const { front, services } = options;
  const refuse: RefuseMedia = (request, response, error) => refuseMedia(request, response, error, services);

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 20_000,
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
      if (path.startsWith('/media/')) {
        for (const [name, value] of everywhere) response.setHeader(name, value);
        const onFault = (error: unknown) => {
          services.log.error({ error }, 'a transfer failed in our own code');
          response.destroy();
        };
        services.media.serve(request, response, path.slice('/media/'.length), refuse).catch(onFault);
        return;
      }
      if (front) front(request, response, () => listener(request, response));
      else listener(request, response);
    },
  );
  server.maxRequestsPerSocket = 1_000;
  return server;
}

function countHosts(request: IncomingMessage): number {
  return request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
}
