import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from '#platform/logger.ts';
import { connectionsPerClient } from './call-limits.ts';
import { createClientNetwork } from './client-network.ts';
import { type AppOptions, createApp } from './create-app.ts';
import { hasSessionCookie, limitArrival, longestArrivalMs } from './limit-arrival.ts';
import { limitConnections } from './limit-connections.ts';
import { createMediaEdge } from './media-edge.ts';
import { countAnswer } from './metrics.ts';
import { createPages } from './pages.ts';
import { judgeRequest, refuseRequest, refuseUnreadable } from './refuse-raw.ts';
import { refuseRawForNow } from './refuse-raw-for-now.ts';
import { inertContentPolicy, securityHeaders } from './security-headers.ts';
import { writeStored } from './send-stored.ts';

const connectionsMax = 8_192;
/** A connection on which nothing moves; longer than any answer of ours takes to begin. */
const idleMs = 240_000;
/** When to come again, where there is too much to do. */
const busySeconds = 5;

/** Not listening yet. Media and what lies ready in memory go straight to the socket; everything else through the app. */
export function createHttpServer(options: AppOptions): Server {
  const pages = createPages(options);
  const listener = getRequestListener(createApp(options, pages).fetch, { overrideGlobalObjects: false });
  const headers = securityHeaders(options.publicOrigin);
  const everywhere = Object.entries(headers);
  const storedHeaders = { 'content-security-policy': inertContentPolicy, ...headers };
  const { front, services, staticFile, isEnding = never, isOverloaded = never } = options;
  const sendMedia = createMediaEdge(services, createClientNetwork(options.trustedProxies));
  const hasSession = async ({ headers: { cookie = '' } }: IncomingMessage) =>
    (await services.accounts.signedIn(new Headers({ cookie }))) !== null;
  const noteProxy = noteUntrustedProxy(services.log, options.trustedProxies);

  const server = createServer(
    {
      headersTimeout: 10_000,
      // The longest of all; `limitArrival` holds everybody but writers to less.
      requestTimeout: longestArrivalMs,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16_384,
      // Refused by us, with the headers of every answer.
      requireHostHeader: false,
    },
    (request, response) => {
      const path = request.url ?? '/';
      const fault = judgeRequest(request);
      if (fault !== null) return refuseRequest(response, fault, headers);
      limitArrival(request, hasSession);
      noteProxy(request);
      if (options.metricsToken) countAnswer(request, response, services.measures);
      const isMedia = path.startsWith('/media/');
      if (isEnding()) response.shouldKeepAlive = false;
      if (isEnding() && (isMedia || !isReadOnly(request.method))) return turnAway();
      if (isMedia) {
        // A transfer has bounds of its own.
        request.socket.setTimeout(0);
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
      else if (!isOverloaded() || isSpared(path)) goOn();
      else if (!isWriters(path) || !hasSessionCookie(request)) turnAway();
      // Writers have their work open; a cookie alone makes nobody one.
      else void hasSession(request).then((isWriter) => (isWriter ? goOn() : turnAway()), turnAway);

      function goOn(): void {
        if (front) front(request, response, () => listener(request, response));
        else listener(request, response);
      }
      function turnAway(): void {
        for (const [name, value] of everywhere) response.setHeader(name, value);
        refuseRawForNow(request, response, services, { code: 'server.busy', seconds: busySeconds });
      }
    },
  );
  server.maxRequestsPerSocket = 1_000;
  server.maxConnections = connectionsMax;
  server.timeout = idleMs;
  const perClient = Math.max(1, Math.round(connectionsPerClient * services.limits.scale));
  limitConnections(server, { perClient, trustedProxies: options.trustedProxies });
  refuseUnreadable(server, headers);
  return server;
}

const never = () => false;

/** Probes tell the truth under load too, a page that was sent needs its parts, and a backup is of this machine. */
function isSpared(path: string): boolean {
  return /^\/(livez|readyz|metrics|assets|api\/local)([/?]|$)/.test(path);
}

function isWriters(path: string): boolean {
  return /^\/(admin|api\/admin|api\/accounts)([/.?]|$)/.test(path);
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
