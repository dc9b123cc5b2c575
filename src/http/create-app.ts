import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono } from 'hono';
import type { Services } from '#services.ts';
import { createAccountsApi } from './accounts-api.ts';
import { addApiReference } from './api-reference.ts';
import { createBlogApi } from './blog-api.ts';
import { canonicalAddress } from './canonical-address.ts';
import { createDeskApi } from './desk-api.ts';
import { createFunctions } from './functions.ts';
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
  /** The build tool's own files, in development only. */
  front?: Middleware;
}

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Everything but the media stream: health, functions, the blog's data, stored pictures, static files, pages. */
export function createApp(options: AppOptions, pages: Pages): Hono {
  const app = new Hono();
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
  app.route('/api/blog', createBlogApi(options.services, options.publicOrigin));
  app.route('/api/accounts', createAccountsApi(options));
  app.route('/api/admin', createDeskApi(options.services, options.publicOrigin));
  app.route('/functions/v1', createFunctions(options.services, options.publicAnonKey, options.publicOrigin));
  app.get('/files/:id/:name', (context) => sendPicture(context, options.services));
  addApiReference(app, options.publicOrigin);

  app.all('*', async (context) => {
    const { method, path } = context.req;
    if (method === 'GET' || method === 'HEAD') {
      const canonical = canonicalAddress(new URL(context.req.url), options.services.localePrefixes);
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
    if (context.req.raw.signal.aborted)
      options.services.log.debug('a visitor left in the middle of a request');
    else options.services.log.error({ error }, 'a request failed');
    const refusal = refusalOf(options.services, context.req.header('accept-language'), 'server.failed');
    return context.json(refusal, 500);
  });
  return app;
}
