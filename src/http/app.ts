import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { createConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';
import { noStoreHeaders } from '#web/request-contract.ts';
import type { AppEnv, Services, WebHandler } from './context.ts';
import { storageRetrySeconds } from './contract.ts';
import { canonicalPath, postLinkRedirect } from './middleware/canonical-path.ts';
import type { IdentifyClient } from './middleware/client.ts';
import { countRequest, limitRequests } from './middleware/request-limiter.ts';
import { inertContentPolicy, securityHeaders } from './middleware/security-headers.ts';
import type { Pages } from './pages/pages.ts';
import { maxConcurrentExtractions } from './request-limits.ts';
import { type CachedResponse, respondCached } from './responses/cached-response.ts';
import { errorResponse, retryAfterResponse } from './responses/error-response.ts';
import { createAccountsRoutes } from './routes/accounts.ts';
import { createAdminRoutes } from './routes/admin/admin-routes.ts';
import { createBlogRoutes } from './routes/blog.ts';
import { createFunctionRoutes } from './routes/functions.ts';
import { sendImage } from './routes/images.ts';
import { createLocalBackupRoute } from './routes/local-backup.ts';
import { addMetricsRoute } from './routes/metrics.ts';
import { addOpenApiRoutes } from './routes/openapi/openapi-routes.ts';

export interface AppOptions {
  services: Services;
  web: WebHandler;
  publicOrigin: string;
  trustedProxies: readonly string[];
  publicAnonKey: string | null;
  staticFile: (path: string) => CachedResponse | null;
  isReady: () => boolean;
  metricsToken?: string | null;
  isStopping?: () => boolean;
  isOverloaded?: () => boolean;
  /** Middleware of the build tool, in development only. */
  front?: NodeMiddleware;
}

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** All routes except `/media`, which server.ts handles. */
export function createApp(options: AppOptions, pages: Pages, identifyClient: IdentifyClient): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { services, publicOrigin } = options;
  const { limits } = services;
  const { perClient, total } = maxConcurrentExtractions;
  const extractionLimit = createConcurrencyLimit({ perClient: perClient * limits.scale, total });
  const commonHeaders = Object.entries(securityHeaders(publicOrigin));

  app.use('*', async (context, next) => {
    await next();
    for (const [name, value] of commonHeaders) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    if (!context.res.headers.has('content-security-policy')) {
      context.res.headers.set('content-security-policy', inertContentPolicy);
    }
  });

  app.use('*', async ({ env, req, set }, next) => {
    set('publicOrigin', publicOrigin);
    set('locale', preferredLocale(req.header('accept-language')));
    set('client', await identifyClient(env.incoming));
    set('limits', limits);
    set('extractionLimit', extractionLimit);
    await next();
  });

  app.get('/livez', (context) => context.json({ alive: true }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', (context) => {
    const ready = options.isReady();
    return context.json({ ready }, ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  if (options.metricsToken) addMetricsRoute(app, services.metrics, options.metricsToken);
  app.use('/api/blog/*', limitRequests('data'));
  app.use('/api/blog/posts', async (context, next) => {
    const limitResponse =
      context.req.query('search') === undefined ? null : await countRequest(context, 'search');
    if (limitResponse) return limitResponse;
    await next();
  });
  app.route('/api/blog', createBlogRoutes(services));
  app.use('/api/accounts/*', limitRequests('data'));
  app.use('/api/admin/*', limitRequests('admin'));
  app.route('/api/accounts', createAccountsRoutes(services));
  app.route('/api/admin', createAdminRoutes(services));
  app.route('/api/local', createLocalBackupRoute(services));
  app.route('/functions/v1', createFunctionRoutes(services, options.publicAnonKey));
  app.get('/files/:id/:name', (context) => sendImage(context, services));
  addOpenApiRoutes(app, publicOrigin);

  app.all('*', async (context) => {
    const { method, path } = context.req;
    if (method === 'GET' || method === 'HEAD') {
      const url = new URL(context.req.url);
      const redirectUrl = postLinkRedirect(url);
      if (redirectUrl) return context.body(null, 302, { location: redirectUrl, ...noStoreHeaders });
      const canonical = canonicalPath(url);
      if (canonical)
        return context.body(null, 308, { location: canonical, 'cache-control': 'public, max-age=3600' });
      const file = options.staticFile(path);
      if (file) return respondCached(context, file);
    } else if (method !== 'POST') {
      return context.text('', 405, { allow: 'GET, HEAD, POST' });
    }
    return pages.handle(context);
  });

  app.onError((error, context) => {
    const storageErrorCode = storageUnavailableCode(error);
    if (storageErrorCode !== null) {
      services.log.warn({ code: storageErrorCode }, 'write rejected: storage unavailable');
      return retryAfterResponse(context, 'server.unwritable', storageRetrySeconds);
    }
    // When a client disconnects mid-upload, the body ends before `signal.aborted` is set.
    const { destroyed, complete } = context.env.incoming;
    const isDisconnected = context.req.raw.signal.aborted || (destroyed && !complete);
    if (isDisconnected) services.log.debug('client disconnected during a request');
    else services.log.error({ error }, 'request failed');
    return errorResponse(context, 'server.failed');
  });
  return app;
}
