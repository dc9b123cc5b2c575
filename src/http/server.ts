import { createServer, type IncomingMessage, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { setupDataPath } from '#backup/data-job-contract.ts';
import type { Logger } from '#platform/logger.ts';
import type { RetryableErrorCode } from '#web/request-contract.ts';
import { type AppOptions, createApp } from './app.ts';
import { createIdentifyClient, parseBearerToken } from './middleware/client.ts';
import {
  hasSessionCookie,
  limitConnections,
  limitRequestTime,
  maxRequestMs,
  rejectRequest,
  rejectUnparsable,
  validateRequest,
} from './middleware/raw-requests.ts';
import { inertContentPolicy, securityHeaders } from './middleware/security-headers.ts';
import { createPages } from './pages/pages.ts';
import { maxConnectionsPerClient } from './request-limits.ts';
import { writeCached } from './responses/cached-response.ts';
import { sendError } from './responses/error-response.ts';
import { createMediaHandler } from './routes/media.ts';
import { countResponse } from './routes/metrics.ts';

const maxConnections = 8_192;
/** Idle timeout; longer than any response takes to start. */
const idleTimeoutMs = 240_000;
const overloadRetrySeconds = 5;
const restoreRetrySeconds = 30;

/** Doesn't listen yet. Media and cached responses bypass the app. */
export function createHttpServer(options: AppOptions): Server {
  const pages = createPages(options);
  const identifyClient = createIdentifyClient(options.trustedProxies, options.services.accounts);
  const app = createApp(options, pages, identifyClient);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const headers = securityHeaders(options.publicOrigin);
  const commonHeaders = Object.entries(headers);
  const storedHeaders = { 'content-security-policy': inertContentPolicy, ...headers };
  const { front, services, staticFile, isStopping = never, isOverloaded = never } = options;
  const sendMedia = createMediaHandler(services, identifyClient);
  const hasSession = async ({ headers: { cookie = '' } }: IncomingMessage) =>
    (await services.accounts.getSession(new Headers({ cookie }))) !== null;
  const isAuthorized = async (request: IncomingMessage) => {
    if (!request.url?.startsWith(`${setupDataPath}/`)) return hasSession(request);
    const token = parseBearerToken(request.headers.authorization) ?? '';
    return (await services.accounts.findFirstOwnerLink(token)) !== null;
  };
  const checkProxy = warnUntrustedProxy(services.log, options.trustedProxies);

  const server = createServer(
    {
      headersTimeout: 10_000,
      // The maximum, for admin uploads; `limitRequestTime` enforces a shorter limit for other requests.
      requestTimeout: maxRequestMs,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16_384,
      // `validateRequest` rejects these instead, so that the response has the security headers.
      requireHostHeader: false,
    },
    (request, response) => {
      const path = request.url ?? '/';
      const errorStatus = validateRequest(request);
      if (errorStatus !== null) return rejectRequest(response, errorStatus, headers);
      limitRequestTime(request, isAuthorized);
      checkProxy(request);
      if (options.metricsToken) countResponse(request, response, services.metrics);
      const isMedia = path.startsWith('/media/');
      if (isStopping()) response.shouldKeepAlive = false;
      if (isStopping() && (isMedia || !isReadOnly(request.method))) return rejectOverloaded();
      if (isMedia) {
        request.socket.setTimeout(0);
        for (const [name, value] of commonHeaders) response.setHeader(name, value);
        const onError = (error: unknown) => {
          services.log.error({ error }, 'media transfer failed: internal error');
          response.destroy();
        };
        sendMedia(request, response, path.slice('/media/'.length)).catch(onError);
        return;
      }
      // The app decides about requests with an Origin header.
      const isCacheable = isReadOnly(request.method) && request.headers.origin === undefined && !front;
      const isRestoring = services.dataJobs.isRestoring();
      const acceptsStale = isRestoring || isOverloaded();
      const stored = isCacheable ? (pages.cached(path, acceptsStale) ?? staticFile(path)) : null;
      if (stored) writeCached(request, response, stored, storedHeaders);
      // Everything that is saved now would be replaced, and all tables are locked for the most part.
      else if (isRestoring && !isAlwaysServed(path) && !isServedDuringRestore(path))
        reject({ code: 'server.restoring', retryAfterSeconds: restoreRetrySeconds });
      else if (!isOverloaded() || isAlwaysServed(path)) handleRequest();
      else if (!isAdminPath(path) || !hasSessionCookie(request)) rejectOverloaded();
      // Under load, admin requests need a valid session; a cookie alone is not enough.
      else
        void hasSession(request).then(
          (isSignedIn) => (isSignedIn ? handleRequest() : rejectOverloaded()),
          rejectOverloaded,
        );

      function handleRequest(): void {
        if (front) front(request, response, () => listener(request, response));
        else listener(request, response);
      }
      function rejectOverloaded(): void {
        reject({ code: 'server.busy', retryAfterSeconds: overloadRetrySeconds });
      }
      function reject(error: { code: RetryableErrorCode; retryAfterSeconds: number }): void {
        for (const [name, value] of commonHeaders) response.setHeader(name, value);
        sendError(request, response, error);
      }
    },
  );
  server.maxRequestsPerSocket = 1_000;
  server.maxConnections = maxConnections;
  server.timeout = idleTimeoutMs;
  const perClient = () => Math.max(1, Math.round(maxConnectionsPerClient * services.limits.scale));
  limitConnections(server, { perClient, trustedProxies: options.trustedProxies });
  rejectUnparsable(server, headers);
  return server;
}

const never = () => false;

function isAlwaysServed(path: string): boolean {
  return /^\/(livez|readyz|metrics|assets|api\/local)([/?]|$)/.test(path);
}

/** The progress of the restore, and images of cached pages. */
function isServedDuringRestore(path: string): boolean {
  return path.startsWith('/api/data/restore') || path.startsWith('/files/');
}

function isAdminPath(path: string): boolean {
  return /^\/(admin|api\/admin|api\/accounts)([/.?]|$)/.test(path);
}

/** Logs once. Behind an untrusted proxy, all clients share one IP address and its limits. */
function warnUntrustedProxy(log: Logger, trustedProxies: readonly string[]) {
  let hasWarned = trustedProxies.length > 0;
  return ({ headers }: IncomingMessage): void => {
    if (hasWarned || headers['x-forwarded-for'] === undefined) return;
    hasWarned = true;
    log.warn('requests come through an untrusted proxy: add it to TRUSTED_PROXIES');
  };
}

function isReadOnly(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Reports that the process is alive but not ready. */
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
