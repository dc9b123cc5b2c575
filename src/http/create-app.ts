import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import { unwritableCode } from '#platform/unwritable.ts';
import type { Services } from '#services.ts';
import { createAccountsApi } from './accounts-api.ts';
import { addApiReference } from './api-reference.ts';
import { createBlogApi } from './blog-api.ts';
import { canonicalAddress } from './canonical-address.ts';
import { incomingOf } from './client-network.ts';
import { unkeptHeaders, unwritableSeconds } from './contract.ts';
import { createDeskApi } from './desk-api.ts';
import { createFunctions } from './functions.ts';
import { createCallLimiter, refuseCallForNow } from './limit-calls.ts';
import { linkInPath } from './link-in-path.ts';
import { createLocalArchive } from './local-archive.ts';
import { addMetrics } from './metrics.ts';
import type { Pages, WebHandler } from './pages.ts';
import { refusalOf } from './refusal.ts';
import { inertContentPolicy, securityHeaders } from './security-headers.ts';
import { sendPicture } from './send-picture.ts';
import { type Stored, sendStored } from './send-stored.ts';

export interface AppOptions {
  services: Services;
  web: WebHandler;
  publicOrigin: string;
  /** Addresses and ranges of proxies whose word on who asks is taken. */
  trustedProxies: readonly string[];
  publicAnonKey: string | null;
  staticFile: (path: string) => Stored | null;
  isReady: () => boolean;
  /** Who may read `/metrics`; null or left out: there is no such page. */
  metricsToken?: string | null;
  /** Whether the process is about to end: what is under way is finished, and nothing new begun. */
  isEnding?: () => boolean;
  /** Whether there is more to do than can be done. */
  isOverloaded?: () => boolean;
  /** The build tool's own files, in development only. */
  front?: Middleware;
}

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Everything but the media stream: health, functions, the blog's data, stored pictures, static files, pages. */
export function createApp(options: AppOptions, pages: Pages): Hono {
  const app = new Hono();
  const { services } = options;
  const limiter = createCallLimiter(services, options.trustedProxies);
  const everywhere = Object.entries(securityHeaders(options.publicOrigin));

  app.use('*', async (context, next) => {
    await next();
    for (const [name, value] of everywhere) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
    if (!context.res.headers.has('content-security-policy')) {
      context.res.headers.set('content-security-policy', inertContentPolicy);
    }
  });

  app.get('/livez', (context) => context.json({ alive: true }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', (context) => {
    const ready = options.isReady();
    return context.json({ ready }, ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  if (options.metricsToken) addMetrics(app, services.measures, options.metricsToken);
  app.use('/api/blog/*', limiter.each('data'));
  app.use('/api/blog/posts', async (context, next) => {
    const refused = context.req.query('search') === undefined ? null : await limiter.count(context, 'search');
    if (refused) return refused;
    await next();
  });
  app.route('/api/blog', createBlogApi(services, options.publicOrigin));
  app.use('/api/accounts/*', limiter.each('data'));
  app.use('/api/admin/*', limiter.each('admin'));
  app.route('/api/accounts', createAccountsApi(options));
  app.route('/api/admin', createDeskApi(services, options.publicOrigin));
  app.route('/api/local', createLocalArchive(services));
  app.route(
    '/functions/v1',
    createFunctions(services, options.publicAnonKey, options.publicOrigin, limiter, pages.reading),
  );
  app.get('/files/:id/:name', (context) => sendPicture(context, services));
  addApiReference(app, options.publicOrigin);

  app.all('*', async (context) => {
    const { method, path } = context.req;
    if (method === 'GET' || method === 'HEAD') {
      const url = new URL(context.req.url);
      const opened = linkInPath(url, services.localePrefixes);
      if (opened) return context.body(null, 302, { location: opened, ...unkeptHeaders });
      const canonical = canonicalAddress(url, services.localePrefixes);
      if (canonical)
        return context.body(null, 308, { location: canonical, 'cache-control': 'public, max-age=3600' });
      const file = options.staticFile(path);
      if (file) return sendStored(context, file);
    } else if (method !== 'POST') {
      return context.text('', 405, { allow: 'GET, HEAD, POST' });
    }
    return pages.answer(context);
  });

  app.onError((error, context) => {
    const unwritable = unwritableCode(error);
    if (unwritable !== null) {
      services.log.warn({ code: unwritable }, 'a write was refused: nothing can be kept');
      return refuseCallForNow(context, services, 'server.unwritable', 503, unwritableSeconds);
    }
    // What is cut while it still comes ends its body before its signal says so.
    const { destroyed, complete } = incomingOf(context);
    const hasLeft = context.req.raw.signal.aborted || (destroyed && !complete);
    if (hasLeft) services.log.debug('a visitor left in the middle of a request');
    else services.log.error({ error }, 'a request failed');
    const refusal = refusalOf(services, context.req.header('accept-language'), 'server.failed');
    return context.json(refusal, 500);
  });
  return app;
}
