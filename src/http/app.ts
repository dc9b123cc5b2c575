import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { setupDataPath } from '#backup/data-job-contract.ts';
import { isConnectionError } from '#database/database-errors.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { createConcurrencyLimit } from '#platform/limits/concurrency-limit.ts';
import { storageUnavailableCode } from '#platform/storage/storage-errors.ts';
import { WorkerLimitError } from '#platform/worker-thread.ts';
import { getSiteIcons } from '#web/site-icons.ts';
import type { AppEnv, Services, WebHandler } from './context.ts';
import { databaseRetrySeconds, storageRetrySeconds } from './contract.ts';
import type { IdentifyClient } from './middleware/client.ts';
import { isOwnOrigin } from './middleware/same-origin.ts';
import { inertContentPolicy, noStore, securityHeaders } from './middleware/security-headers.ts';
import type { Pages } from './pages/pages.ts';
import { createRedirects } from './pages/redirects.ts';
import { countRequest, limitRequests, maxConcurrentExtractions } from './request-limits.ts';
import { type CachedResponse, respondCached } from './responses/cached-response.ts';
import { errorResponse, retryAfterResponse } from './responses/error-response.ts';
import { createAccountsRoutes } from './routes/accounts.ts';
import { createAdminRoutes } from './routes/admin/admin-routes.ts';
import { sendRestoreProgress, stopRestore } from './routes/admin/data.ts';
import { createBlogRoutes } from './routes/blog.ts';
import { createFunctionRoutes } from './routes/functions.ts';
import { createLocalRoutes } from './routes/local.ts';
import { addMetricsRoute } from './routes/metrics.ts';
import { addOpenApiRoutes } from './routes/openapi/openapi-routes.ts';
import { createSetupRestoreRoutes } from './routes/setup-restore.ts';
import { sendClip, sendImage } from './routes/stored-files.ts';

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
  const extractionLimit = createConcurrencyLimit({ perClient: () => perClient * limits.scale, total });
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

  let hasWarned = false;
  app.use('*', async ({ req }, next) => {
    await next();
    const origin = req.header('origin');
    // Outside of secure contexts, browsers don't send the site.
    const site = req.header('sec-fetch-site') ?? (origin === `http://${req.header('host')}` && 'same-origin');
    if (hasWarned || site !== 'same-origin' || origin === undefined) return;
    if (isOwnOrigin(origin, req.raw.headers, publicOrigin)) return;
    if (origin === 'null' || req.method === 'GET') return;
    hasWarned = true;
    services.log.warn(
      { publicOrigin },
      'a form was rejected: visitors use this site under another origin than PUBLIC_ORIGIN',
    );
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
  app.route('/api/local', createLocalRoutes(services));
  app.use('/api/data/*', limitRequests('data'));
  app.route(setupDataPath, createSetupRestoreRoutes(services));
  app.get('/api/data/restore', noStore, (context) => sendRestoreProgress(context, services));
  app.delete('/api/data/restore', noStore, (context) => stopRestore(context, services));
  app.route('/functions/v1', createFunctionRoutes(services, options.publicAnonKey));
  app.get('/files/:id/:name{clip\\..+}', (context) => sendClip(context, services));
  app.get('/files/:id/:name', (context) => sendImage(context, services));
  addOpenApiRoutes(app, publicOrigin, services.settings);
  // Programs that read no page ask for it.
  app.get('/favicon.ico', (context) => {
    const { small } = getSiteIcons(services.settings.site().icon);
    return context.body(null, 302, { location: small, 'cache-control': 'public, max-age=3600' });
  });

  const redirects = createRedirects(options);
  app.all('*', async (context) => {
    const { method, path } = context.req;
    const isRead = method === 'GET' || method === 'HEAD';
    const url = new URL(context.req.url);
    if (isRead) {
      const redirect = await redirects.redirect(context, url);
      if (redirect) return redirect;
      const file = options.staticFile(path);
      if (file) return respondCached(context, file);
    } else if (method !== 'POST') {
      return context.text('', 405, { allow: 'GET, HEAD, POST' });
    }
    const page = await pages.handle(context);
    const former =
      isRead && page.status === 404 ? await redirects.redirectFormer(context, url.pathname) : null;
    return former ?? page;
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
    if (!isDisconnected && isConnectionError(error)) {
      services.log.warn({ error }, 'request rejected: database unreachable');
      return retryAfterResponse(context, 'server.busy', databaseRetrySeconds);
    }
    // A text is the only input that runs in a worker.
    if (error instanceof WorkerLimitError) return errorResponse(context, 'text.timeout');
    if (isDisconnected) services.log.debug('client disconnected during a request');
    else services.log.error({ error }, 'request failed');
    return errorResponse(context, 'server.failed');
  });
  return app;
}
